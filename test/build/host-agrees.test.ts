/**
 * What the build writes, a host takes: schemas pass its check, and patterns are refused by both or by none.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readConstraints } from '../../build/model/constraints.ts'
import { mergeDefaults, schemaDialect } from '../../core/contract/domain/schema.ts'
import { parseSchema } from '../../core/contract/schema/check-schema.ts'
import { Validator } from '../../core/contract/schema/compiled/validator.ts'

const root = fileURLToPath(new URL('./accepts/', import.meta.url))
const span = { file: '/plugin.ts', line: 1, column: 1, endLine: 1, endColumn: 1 }

test.each(readdirSync(root))('the gate takes the schema of %s and its defaults', (name) => {
  const schema = parseSchema(JSON.parse(readFileSync(`${root}${name}/schema.json`, 'utf8')), name)
  if (!schema.required)
    expect(new Validator(1e6).findIssues(schema, mergeDefaults(schema, {})).issues).toEqual([])
})

test.each([
  '^a+$',
  '^[a-zäöü]{2,}$',
  '^(?:a|b)*$',
  '(?=a)b',
  '(?<!a)b',
  '(a)\\1',
  '(?<x>a)\\k<x>',
  '\\p{L}',
  '\\u{41}',
  '\\d\\w\\s',
])('build and gate agree about the pattern %s', (pattern) => {
  const type = { kind: 'string', span } as const
  const tags = [{ name: 'pattern', text: pattern, span }]
  const { problems } = readConstraints({ name: 'x', type, tags }, 'x')
  const schema = {
    $schema: schemaDialect,
    type: 'object',
    properties: { x: { type: 'string', pattern } },
  } as const
  const admit = (): unknown => parseSchema(schema, 'schema')
  if (problems.length > 0) expect(admit).toThrow()
  else expect(admit).not.toThrow()
})
