import { type Checker, type Project, SymbolFlags, type Type } from 'typescript/unstable/sync';
import type { CallExpression, Node, TaggedTemplateExpression } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';

/** An expression and the arguments of the functions in whose bodies it is. */
type Value = { readonly node: Node; readonly env: Env };
type Env = ReadonlyMap<Node, Value>;

/** A statement as it is sent. */
export type Written = {
  /** Texts of the statement, one for each alternative of its parts. */
  readonly texts: readonly string[];
  /** A part that is not known before the statement runs: the text contains `true` instead, as for a condition. */
  readonly unknown: string | undefined;
};

class Unknown extends Error {
  readonly node: Node;

  constructor(node: Node, what = '') {
    super(`${what} ${node.getText().replace(/\s+/g, ' ').slice(0, 80)}`.trim());
    this.node = node;
  }
}
/** Stands for a query that is not written with `sql` but with the methods of Kysely, whose compiler knows its columns. */
const ONE_ID = 'select null::uuid as id';

const DEPTH_MAX = 40;
/** Maximum number of alternatives: both branches of conditions, the entries of tables of fragments, callers. */
const PICKS_MAX = 8;

const inner = (node: Node): Node => {
  if (
    is.isParenthesizedExpression(node) ||
    is.isNonNullExpression(node) ||
    is.isAsExpression(node) ||
    is.isSatisfiesExpression(node) ||
    is.isAwaitExpression(node)
  )
    return inner(node.expression);
  return node;
};
const isFunction = (node: Node) =>
  is.isArrowFunction(node) || is.isFunctionDeclaration(node) || is.isFunctionExpression(node);
const nameOf = (node: Node): string => (is.isStringLiteral(node) || is.isIdentifier(node) ? node.text : node.getText());

/** The members of a union, or the type itself. */
export const partsOf = (type: Type | undefined): readonly Type[] =>
  type?.isUnionType() ? type.getTypes()! : type ? [type] : [];

const returnsOf = (body: Node): Node[] => {
  if (!is.isBlock(body)) return [body];
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (is.isReturnStatement(node)) {
      if (node.expression) found.push(node.expression);
    } else if (!isFunction(node)) node.forEachChild(visit);
  };
  body.forEachChild(visit);
  return found;
};

/** Writes the text of statements out: fragments of SQL are followed to where they are written, other values become parameters. */
export class Writer {
  readonly #checker: Checker;
  readonly #project: Project;
  readonly #fragments = new Map<Node, boolean>();
  readonly #declarations = new Map<Node, Node | undefined>();
  readonly #calls = new Map<Node, CallExpression[]>();
  #pick = 0;
  #picks = 1;
  #depth = 0;
  #unknown: string | undefined;

  constructor(project: Project) {
    this.#project = project;
    this.#checker = project.checker;
  }

  /** The texts of a statement, one for each alternative, and the first part that is unknown. */
  textsOf(statement: TaggedTemplateExpression): Written {
    const texts = new Set<string>();
    this.#unknown = undefined;
    this.#picks = 1;
    for (this.#pick = 0; this.#pick < Math.min(this.#picks, PICKS_MAX); this.#pick += 1) {
      let n = 0;
      texts.add(this.#template(statement, new Map()).replaceAll('$?', () => `$${(n += 1)}`));
    }
    return { texts: [...texts], unknown: this.#unknown };
  }

  /** The text with `$?` for each parameter. */
  #text(node: Node, env: Env): string {
    if (!this.#isFragment(node)) return '$?';
    try {
      return this.#fragment(node, env);
    } catch (error) {
      if (!(error instanceof Unknown)) throw error;
      if (this.#isQuery(error.node)) return ONE_ID;
      this.#unknown ??= error.message;
      return 'true';
    }
  }

  #fragment(node: Node, env: Env): string {
    const value = this.#follow(node, env);
    if (is.isTaggedTemplateExpression(value.node)) return this.#template(value.node, value.env);
    if (is.isCallExpression(value.node)) {
      const { expression: callee, arguments: given } = value.node;
      const method = callee.getText();
      if (method === 'sql.join') {
        const separator = given[1] ? this.#text(given[1], value.env) : ', ';
        return this.#elements(given[0]!, value.env).join(separator) || 'null';
      }
      if (method === 'sql.raw') return this.#string(given[0]!, value.env);
      if (method === 'sql.lit') return this.#literal(given[0]!, value.env);
      if (method === 'sql.ref' || method === 'sql.table' || method === 'sql.id')
        return this.#string(given[0]!, value.env)
          .split('.')
          .map((part) => `"${part}"`)
          .join('.');
    }
    if (['undefined', 'null'].includes(value.node.getText())) return '$?';
    throw new Unknown(value.node);
  }

  #template({ template }: TaggedTemplateExpression, env: Env): string {
    if (is.isNoSubstitutionTemplateLiteral(template)) return template.text;
    return template.templateSpans.reduce(
      (text, span) => text + this.#text(span.expression, env) + span.literal.text,
      template.head.text,
    );
  }

  /** A type has this method if Kysely writes it into the statement instead of sending it as a value. */
  #isFragment(node: Node): boolean {
    const known = this.#fragments.get(node);
    if (known !== undefined) return known;
    const answer = partsOf(this.#checker.getTypeAtLocation(node)).some(
      (one) => !one.isIntrinsicType() && this.#checker.getPropertyOfType(one, 'toOperationNode'),
    );
    this.#fragments.set(node, answer);
    return answer;
  }

  #isQuery(node: Node): boolean {
    const type = this.#checker.getTypeAtLocation(node);
    return type !== undefined && this.#checker.getPropertyOfType(type, 'executeTakeFirst') !== undefined;
  }

  #one<T>(all: readonly T[], node: Node): T {
    if (all.length === 0) throw new Unknown(node);
    this.#picks = Math.max(this.#picks, all.length);
    return all[this.#pick % all.length]!;
  }

  /** The expression that a name, a member, a condition or a call stands for. */
  #follow(start: Node, env: Env): Value {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throw new Unknown(start, 'too deep:');
    try {
      const node = inner(start);
      if (is.isConditionalExpression(node)) {
        const isGiven = this.#isGiven(node.condition, env);
        if (isGiven !== undefined) return this.#follow(isGiven ? node.whenTrue : node.whenFalse, env);
        return this.#follow(this.#one([node.whenTrue, node.whenFalse], node), env);
      }
      if (is.isBinaryExpression(node)) return this.#follow(this.#one([node.left, node.right], node), env);
      if (is.isIdentifier(node)) {
        const value = this.#valueOf(node, env);
        return value ? this.#follow(value.node, value.env) : { node, env };
      }
      if (is.isPropertyAccessExpression(node) || is.isElementAccessExpression(node)) {
        const key = is.isPropertyAccessExpression(node) ? node.name.text : this.#key(node.argumentExpression);
        const value = this.#member(this.#follow(node.expression, env), key);
        return value ? this.#follow(value.node, value.env) : { node, env };
      }
      if (is.isCallExpression(node) && !node.expression.getText().startsWith('sql.')) {
        const called = this.#call(node.expression, node.arguments, env);
        if (called) return this.#follow(called.node, called.env);
      }
      return { node, env };
    } finally {
      this.#depth -= 1;
    }
  }

  /** Whether a caller passed the parameter that is the condition; undefined for other conditions. */
  #isGiven(condition: Node, env: Env): boolean | undefined {
    if (!is.isIdentifier(condition)) return undefined;
    const { node } = this.#follow(condition, env);
    return is.isParameterDeclaration(node) ? false : is.isStringLiteral(node) ? true : undefined;
  }

  #call(callee: Node, given: readonly Node[], env: Env): Value | undefined {
    const target = this.#follow(callee, env);
    if (!isFunction(target.node) || !target.node.body) return undefined;
    const bound = new Map(target.env);
    target.node.parameters.forEach((parameter, i) => {
      // A parameter that is not passed stands for itself.
      bound.set(
        parameter,
        given[i] ? { node: given[i], env } : { node: parameter.initializer ?? parameter, env: bound },
      );
    });
    return { node: this.#one(returnsOf(target.node.body), callee), env: bound };
  }

  /** Where the value of a name is written; undefined for a name of a library. */
  #valueOf(name: Node, env: Env): Value | undefined {
    if (!this.#declarations.has(name)) this.#declarations.set(name, this.#declarationOf(name));
    const declared = this.#declarations.get(name);
    return declared && this.#declared(declared, env);
  }

  #declarationOf(name: Node): Node | undefined {
    const found = is.isShorthandPropertyAssignment(name.parent)
      ? this.#checker.getShorthandAssignmentValueSymbol(name.parent)
      : this.#checker.getSymbolAtLocation(name);
    const symbol = found && found.flags & SymbolFlags.Alias ? this.#checker.getAliasedSymbol(found) : found;
    const declared = symbol?.valueDeclaration;
    return declared?.path.includes('/node_modules/') ? undefined : declared?.resolve(this.#project);
  }

  #declared(declared: Node, env: Env): Value | undefined {
    if (is.isFunctionDeclaration(declared)) return { node: declared, env };
    if (is.isVariableDeclaration(declared))
      return declared.initializer && { node: declared.initializer, env: this.#envIn(declared, env) };
    if (is.isParameterDeclaration(declared)) return env.get(declared) ?? this.#argumentOf(declared);
    if (is.isBindingElement(declared)) {
      const source = this.#declared(declared.parent.parent, env);
      const key = nameOf(declared.propertyName ?? declared.name!);
      const given = source && this.#member(this.#follow(source.node, source.env), key);
      return given ?? (declared.initializer && { node: declared.initializer, env });
    }
    return undefined;
  }

  /** Constants of modules know no arguments; local ones know those of their function. */
  #envIn(declared: Node, env: Env): Env {
    let up: Node | undefined = declared;
    while (up && !isFunction(up)) up = up.parent;
    return up ? env : new Map();
  }

  /** What a caller passes for a parameter of the function whose statements are read. */
  #argumentOf(parameter: Node): Value | undefined {
    const owner = parameter.parent;
    if (!isFunction(owner)) return undefined;
    const place = owner.parameters.indexOf(parameter as never);
    if (owner.parameters[place]!.initializer && this.#pick % 2 === 1)
      return { node: owner.parameters[place]!.initializer, env: new Map() };
    const calls = this.#callsOf(owner).filter((call) => call.arguments[place] !== undefined);
    if (calls.length === 0) return undefined;
    return { node: this.#one(calls, parameter).arguments[place]!, env: new Map() };
  }

  /** The calls of a function in its own file. */
  #callsOf(owner: Node): CallExpression[] {
    const known = this.#calls.get(owner);
    if (known) return known;
    const name = is.isFunctionDeclaration(owner)
      ? owner.name
      : is.isVariableDeclaration(owner.parent) && owner.parent.name;
    const symbol = name && this.#checker.getSymbolAtLocation(name);
    const references = symbol ? this.#checker.getReferencesToSymbolInFile(owner.getSourceFile().fileName, symbol) : [];
    const calls = references.flatMap((reference) => {
      const call = reference.resolve(this.#project)?.parent;
      return call && is.isCallExpression(call) ? [call] : [];
    });
    this.#calls.set(owner, calls);
    return calls;
  }

  #key(node: Node): string | null {
    const type = this.#checker.getTypeAtLocation(node);
    return type?.isStringLiteralType() ? type.value : null;
  }

  /** The member of an object; without a known key, one of all members. */
  #member({ node, env }: Value, key: string | null): Value | undefined {
    if (!is.isObjectLiteralExpression(node)) return undefined;
    const members =
      key === null
        ? node.properties
        : node.properties.filter((p) => !is.isSpreadAssignment(p) && nameOf(p.name) === key);
    const member = members.length > 0 ? this.#one(members, node) : undefined;
    if (!member)
      for (const spread of node.properties.filter((p) => is.isSpreadAssignment(p))) {
        const found = this.#member(this.#follow(spread.expression, env), key);
        if (found) return found;
      }
    if (!member) return undefined;
    if (is.isPropertyAssignment(member)) return { node: member.initializer, env };
    if (is.isShorthandPropertyAssignment(member)) return this.#valueOf(member.name, env);
    if (is.isMethodDeclaration(member)) return { node: member, env };
    return undefined;
  }

  #elements(list: Node, env: Env): string[] {
    const value = this.#follow(list, env);
    if (is.isArrayLiteralExpression(value.node)) return this.#list(value);
    const mapped = this.#mapped(value);
    if (mapped.length > 0) return mapped.flatMap((one) => this.#list(one));
    const type = this.#checker.getTypeAtLocation(list);
    const element = type && this.#checker.isArrayType(type) && this.#checker.getTypeArguments(type as never)[0];
    if (element && !this.#checker.getPropertyOfType(element, 'toOperationNode')) return ['$?'];
    throw new Unknown(list, 'elements of');
  }

  #list({ node, env }: Value): string[] {
    if (!is.isArrayLiteralExpression(node)) return [this.#text(node, env)];
    return node.elements.flatMap((one) =>
      is.isSpreadElement(one) ? this.#elements(one.expression, env) : [this.#text(one, env)],
    );
  }

  /** What `list.map(…)` makes of the elements of a list that is written in the code, and of one element of other lists. */
  #mapped({ node, env }: Value): Value[] {
    if (!is.isCallExpression(node) || !is.isPropertyAccessExpression(node.expression)) return [];
    const { name, expression: list } = node.expression;
    if (name.text === 'filter' || name.text === 'toSorted') return this.#mapped(this.#follow(list, env));
    if (name.text !== 'map' && name.text !== 'flatMap') return [];
    const source = this.#follow(list, env).node;
    const elements = is.isArrayLiteralExpression(source) ? source.elements.map((one) => [one]) : [[list]];
    return elements.flatMap((given) => this.#call(node.arguments[0]!, given, env) ?? []);
  }

  #literal(node: Node, env: Env): string {
    const text = this.#string(node, env);
    const type = this.#checker.getTypeAtLocation(node);
    return type && this.#checker.typeToString(this.#checker.getWidenedType(type)!) === 'string' ? `'${text}'` : text;
  }

  /** The text of an expression without parameters. */
  #string(start: Node, env: Env): string {
    const { node, env: at } = this.#follow(start, env);
    if (is.isStringLiteral(node) || is.isNumericLiteral(node) || is.isNoSubstitutionTemplateLiteral(node))
      return node.text;
    if (is.isTemplateExpression(node))
      return node.templateSpans.reduce(
        (text, span) => text + this.#string(span.expression, at) + span.literal.text,
        node.head.text,
      );
    if (
      is.isCallExpression(node) &&
      is.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'join'
    ) {
      const mapped = this.#mapped(this.#follow(node.expression.expression, at));
      if (mapped.length > 0) return mapped.map((one) => this.#string(one.node, one.env)).join(', ');
    }
    if (is.isCallExpression(node) && node.expression.getText() === 'String')
      return this.#string(node.arguments[0]!, at);
    const types = partsOf(this.#checker.getTypeAtLocation(start));
    const literals = types.filter((one) => one.isLiteralType());
    if (literals.length > 0) return String(this.#one(literals, start).value);
    if (types.some((one) => one.isIntrinsicType() && ['number', 'bigint'].includes(one.intrinsicName))) return '1';
    throw new Unknown(start, 'text of');
  }
}
