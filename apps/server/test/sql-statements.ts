import { readdirSync, readFileSync } from 'node:fs';
import { API, type Checker, type Type } from 'typescript/unstable/sync';
import type { Node, TaggedTemplateExpression } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { partsOf, type Written, Writer } from './sql-text.ts';

/** A statement of `sql` and the row that the code expects. */
export type Statement = Written & {
  /** File and line. */
  readonly at: string;
  /** Columns with the kinds of their values (`string`, `null`, `number[]`, `object`); null if the statement names no row. */
  readonly row: ReadonlyMap<string, readonly string[]> | null;
};

/** `string`, `number[]` and the like; `object` for all other objects. */
const kindOf = (checker: Checker, type: Type): string => {
  if (type.isLiteralType()) return typeof type.value === 'object' ? 'bigint' : typeof type.value;
  if (type.isIntrinsicType()) return ['true', 'false'].includes(type.intrinsicName) ? 'boolean' : type.intrinsicName;
  if (type.isTemplateLiteralType()) return 'string';
  if (checker.isArrayType(type))
    return `${kindsOf(checker, checker.getTypeArguments(type as never)[0]).join('|') || 'unknown'}[]`;
  const name = checker.typeToString(type);
  return name.startsWith('Buffer') ? 'Buffer' : name === 'Date' ? 'Date' : 'object';
};
const kindsOf = (checker: Checker, type: Type | undefined): string[] => [
  ...new Set(partsOf(type).map((one) => kindOf(checker, one))),
];

const rowOf = (checker: Checker, { typeArguments }: TaggedTemplateExpression): Statement['row'] => {
  const type = typeArguments?.[0] && checker.getTypeFromTypeNode(typeArguments[0]);
  if (!type || checker.getIndexInfosOfType(type).length > 0) return null;
  const columns = new Map<string, string[]>();
  for (const member of partsOf(type).flatMap((one) => checker.getPropertiesOfType(one)))
    columns.set(member.name, [
      ...new Set([...(columns.get(member.name) ?? []), ...kindsOf(checker, checker.getTypeOfSymbol(member))]),
    ]);
  return columns;
};

const isExecuted = (node: Node): boolean => {
  const up = node.parent;
  if (is.isParenthesizedExpression(up)) return isExecuted(up);
  return is.isPropertyAccessExpression(up) && up.name.text === 'execute';
};

/** All statements written with `sql` and executed in the folder `src` of the server. */
export const readStatements = (root: string): Statement[] => {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${root}/tsconfig.json`] }).getProjects();
    const writer = new Writer(project!);
    const found: Statement[] = [];
    const folder = `${root}/apps/server/src`;
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!\.test)\.ts$/.test(name),
    );
    for (const name of files.toSorted()) {
      if (!/\bsql[<`]/.test(readFileSync(`${folder}/${name}`, 'utf8'))) continue;
      const file = project!.program.getSourceFile(`${folder}/${name}`)!;
      const visit = (node: Node): void => {
        if (is.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql' && isExecuted(node)) {
          const line = file.text.slice(0, node.getStart()).split('\n').length;
          found.push({ at: `${name}:${line}`, ...writer.textsOf(node), row: rowOf(project!.checker, node) });
        }
        node.forEachChild(visit);
      };
      visit(file);
    }
    return found;
  } finally {
    api.close();
  }
};
