// What web/README.md says of the hand in which scripts are written, as far as a script can be asked.
import ts from 'typescript';

const kind = ts.SyntaxKind;
const ENDED = new Set([
  kind.VariableStatement, kind.ExpressionStatement, kind.ReturnStatement, kind.ThrowStatement, kind.BreakStatement, kind.ContinueStatement,
  kind.ImportDeclaration, kind.ExportDeclaration, kind.PropertyDeclaration,
]);
const BRACED = new Set([kind.ObjectLiteralExpression, kind.ObjectBindingPattern, kind.NamedImports, kind.NamedExports, kind.Block]);
const NAMED = new Set([
  kind.FunctionDeclaration, kind.ClassDeclaration, kind.MethodDeclaration, kind.PropertyDeclaration, kind.VariableDeclaration, kind.Parameter,
  kind.BindingElement,
]);

/** What is wrong with one node of the syntax tree; '' where nothing is. */
function complaintAbout(node) {
  const text = node.getText(), name = node.name?.text ?? '';
  if (node.kind === kind.StringLiteral && text[0] === '"' && !text.includes('\'')) return 'a string stands in single quotes';
  if (node.kind === kind.ArrowFunction && !node.getChildren().some((child) => child.kind === kind.OpenParenToken)) return 'a parameter stands in parentheses';
  if (BRACED.has(node.kind) && /^\{[^\s}]|[^\s{]\}$/.test(text)) return 'a space stands inside each brace';
  if (ENDED.has(node.kind) && !text.endsWith(';')) return 'a statement ends in a semicolon';
  if (NAMED.has(node.kind) && /^k[A-Z][a-z]{2}|[a-z\d]_[a-z\d]/.test(name)) return `"${name}": names are camelCase, a module's constants UPPER_CASE`;
  return '';
}

/** Breaches in a script, "path:line: what is wrong". */
export function checkScript(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  const found = text.split('\n').flatMap((line, i) => (/^\s*\/\/\//.test(line) ? [`${path}:${i + 1}: a description stands in a comment that begins with two stars`] : []));
  const visit = (node) => {
    const wrong = complaintAbout(node);
    if (wrong) found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${wrong}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
