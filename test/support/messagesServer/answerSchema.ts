import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import { invalid } from './apiError';

/** Keywords that the documentation of structured outputs allows in a schema. */
const known = new Set([
  ...[
    'type',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'minItems',
    'enum',
    'const',
    'default',
    'format',
    'pattern',
  ],
  ...['anyOf', 'allOf', '$ref', '$defs', 'definitions', 'description', 'title', '$schema'],
]);
const formats = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid']);

const limits = { optional: 24, unions: 16 };

type Schema = Record<string, unknown>;
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Place {
  at: string;
  schema: Schema;
}

const under = ({ at, schema }: Place): Place[] => {
  const maps = ['properties', '$defs', 'definitions'].flatMap((key) => {
    const map = schema[key];
    return isSchema(map)
      ? Object.entries(map).map(([name, value]) => ({ at: `${at}.${key}.${name}`, schema: value }))
      : [];
  });
  const lists = ['anyOf', 'allOf'].flatMap((key) => {
    const list = schema[key];
    return Array.isArray(list)
      ? list.map((value: unknown, index) => ({ at: `${at}.${key}.${index}`, schema: value }))
      : [];
  });
  return [...maps, ...lists, { at: `${at}.items`, schema: schema['items'] }].flatMap((place) =>
    isSchema(place.schema) ? [{ at: place.at, schema: place.schema }] : [],
  );
};

const everywhere = (place: Place): Place[] => [place, ...under(place).flatMap(everywhere)];

const checkArray = ({ at, schema }: Place): void => {
  const minItems = schema['minItems'];
  if (minItems !== undefined && minItems !== 0 && minItems !== 1)
    throw invalid(`${at}: For 'array' type, 'minItems' values other than 0 or 1 are not supported`);
};

const checkObject = ({ at, schema }: Place): void => {
  const types = [schema['type']].flat();
  if (!types.includes('object') && !('properties' in schema)) return;
  if (schema['additionalProperties'] !== false)
    throw invalid(`${at}: For 'object' type, 'additionalProperties' must be explicitly set to false`);
};

const checkValues = ({ at, schema }: Place): void => {
  const format = schema['format'];
  if (format !== undefined && (typeof format !== 'string' || !formats.has(format)))
    throw invalid(`${at}: string format ${JSON.stringify(format)} is not supported`);
  const pattern = schema['pattern'];
  if (typeof pattern === 'string' && /\\[1-9bB]|\(\?/.test(pattern))
    throw invalid(`${at}: pattern uses features of regular expressions that are not supported`);
  const values: unknown = schema['enum'];
  if (Array.isArray(values) && values.some((value) => typeof value === 'object' && value !== null))
    throw invalid(`${at}: enum may hold only strings, numbers, booleans and null`);
};

const targetOf = (root: Schema, ref: string): Schema | undefined => {
  const [, map, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(ref) ?? [];
  const all = map === undefined ? undefined : root[map];
  const target = isSchema(all) && name !== undefined ? all[name] : undefined;
  return isSchema(target) ? target : undefined;
};

const checkRefs = (root: Place): void => {
  const follow = (place: Place, through: readonly string[]): void => {
    const ref = place.schema['$ref'];
    if (typeof ref === 'string') {
      const target = targetOf(root.schema, ref);
      if (target === undefined) throw invalid(`${place.at}: External or unknown $ref '${ref}' is not supported`);
      if (through.includes(ref)) throw invalid(`${place.at}: Recursive schemas are not supported: '${ref}'`);
      follow({ at: place.at, schema: target }, [...through, ref]);
    }
    for (const inner of under(place)) follow(inner, through);
  };
  follow(root, []);
};

const checkPlace = (place: Place): void => {
  const unknown = Object.keys(place.schema).find((key) => !known.has(key));
  if (unknown !== undefined) throw invalid(`${place.at}: '${unknown}' is not supported`);
  checkObject(place);
  checkArray(place);
  checkValues(place);
};

const optionalIn = ({ schema }: Place): number => {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return isSchema(schema['properties'])
    ? Object.keys(schema['properties']).filter((name) => !required.includes(name)).length
    : 0;
};
const isUnion = ({ schema }: Place): boolean => Array.isArray(schema['anyOf']) || Array.isArray(schema['type']);

/** Checks the schema of an answer. @throws ApiError 400 */
export const checkAnswerSchema = (schema: Schema): void => {
  const root: Place = { at: 'output_config.format.schema', schema };
  const places = everywhere(root);
  for (const place of places) checkPlace(place);
  checkRefs(root);
  const optional = places.reduce((sum, place) => sum + optionalIn(place), 0);
  if (optional > limits.optional)
    throw invalid(
      `Schemas contain too many optional parameters (${optional}), which would make grammar compilation inefficient. Limit: ${limits.optional}.`,
    );
  const unions = places.filter(isUnion).length;
  if (unions > limits.unions)
    throw invalid(
      `Schemas contain too many parameters with union types (${unions} parameters with type arrays or anyOf). Limit: ${limits.unions}.`,
    );
};

/** Why a value does not fit its schema, or undefined. */
export const misfit = (schema: Schema, value: unknown): string | undefined => {
  const check = checkOf(schema);
  return check(value) ? undefined : ajv.errorsText(check.errors);
};

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
const checks = new Map<string, ValidateFunction>();

/**
 * Keeps compiled schemas, because compiling takes longer than the rest of an answer, and the same few schemas recur.
 */
function checkOf(schema: Schema): ValidateFunction {
  const key = JSON.stringify(schema);
  const known = checks.get(key) ?? ajv.compile(schema);
  checks.set(key, known);
  return known;
}

/** Whether it is a JSON Schema at all. */
export const isJsonSchema = (schema: Schema): boolean => ajv.validateSchema(schema) === true;
