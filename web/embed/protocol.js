// What an embed's messages have in common, to the page around it and to the other figures of that page.

export const TYPE = 'attention-lab';
export const VERSION = 1;

/** Whether a message's data is of this protocol. */
export const isOurs = (data) => data !== null && typeof data === 'object' && data.type === TYPE && data.version === VERSION;
