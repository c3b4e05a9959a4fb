// {program: {lesson: [parts]}} in the course's order; of the parts, `<lesson>.later` comes when it is missed. This is a program in one piece; the site's build puts what was built in its place.

export const PROGRAMS = { 'lab-module': {} };
