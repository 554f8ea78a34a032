/** Texts of others at a terminal: what each command prints of them neither steers it, hides nor reorders. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { runCommand } from '../../core/cli/run-command.ts'
import { toShownText } from '../../core/contract/text/visible-text.ts'
import { createFolder, nextMoment, see } from '../build/temporary-plugins.ts'
import { useHost } from '../support/use-host.ts'

const hostile = [
  '\u001b[2J',
  '\u009b31m',
  '\u0007',
  '\u202e',
  '\u2066',
  '\u200b',
  '\u2028',
  '\ufeff',
  '\u00ad',
]
const evil = hostile.join('x')
/** Controls but tab and line feed, and all that turns or hides, but isolates that are closed in their line. */
const steering = new RegExp(
  [
    '[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\xad\\u200b\\u200e\\u200f',
    '\\u2028-\\u202e\\u2066\\u2067\\ufeff]',
  ].join(''),
)
const reversed = 'שלום'

const plugin = `import type { Mesh } from 'specimen-host/plugin'
const mesh = (x: number): Mesh => ({ vertices: Float32Array.of(x, 0, 0), indices: new Uint32Array() })
/**
 * Description ${evil} ${reversed}
 * @displayName Name ${evil}
 * @param kind help ${evil}
 */
export function ball(kind: 'plain' | 'other${evil.replace('\u2028', '')}' = 'plain'): Mesh { return mesh(kind.length) }
/** Fails. */
export function failing(): Mesh { throw new Error(${JSON.stringify(`failure ${evil} ${reversed}`)}) }
`
const wrong = `import type { Mesh } from 'specimen-host/plugin'
/** @tags ${evil} @minimim ${evil} */
export function bad(kind: Date | 'x${evil.replace('\u2028', '')}'): Mesh { throw new Error() }
`
let folder: string
const used = useHost()

async function say(...argv: readonly string[]): Promise<string> {
  const { stdout, stderr } = await see((streams) =>
    runCommand(argv, { streams, environment: {}, now: nextMoment }),
  )
  return stdout + stderr
}

beforeAll(async () => {
  folder = createFolder({ 'plugins/part.ts': plugin, 'wrong/bad.ts': wrong })
  mkdirSync(join(folder, 'empty'))
  await say('build', join(folder, 'plugins'), '--out', join(folder, 'out'))
})

it.each([
  ['explain', 'plugins'],
  ['explain', 'wrong'],
  ['build', 'wrong', '--out', 'other'],
  ['check', 'wrong', '--out', 'out'],
  ['check', 'wrong', '--format', 'json'],
  ['check', 'wrong', '--format', 'github'],
  ['check', 'wrong', '--format', 'sarif'],
  ['types', 'out'],
  ['types', 'out', '--python'],
  ['export', 'site', '--in', 'plugins'],
  ['token', 'add', evil],
  ['serve', '--host', evil],
  [evil],
])('specimen %s %s %s %s', async (...argv) => {
  const paths = ['plugins', 'wrong', 'out', 'other', 'site']
  const said = await say(...argv.map((word) => (paths.includes(word) ? join(folder, word) : word)))
  expect(said.length).toBeGreaterThan(20)
  expect(steering.exec(said)?.[0] ?? '').toBe('')
})

it('shows the description with what hides in it, and what is written from the right by itself', async () => {
  expect(await say('explain', join(folder, 'plugins'))).toContain(
    toShownText(`Description ${evil} ${reversed}`),
  )
})

it('writes what a host says of its functions visibly', async () => {
  await used.start()
  const schema = { type: 'object', properties: { size: { type: 'number', default: 1, description: evil } } }
  used.host.registerSpecimen({ id: 'ball', description: evil }, () => ({}), {
    returns: 'mesh',
    schema,
  } as never)
  const said = await say('types', used.url)
  expect(said).toContain('ball(')
  expect(steering.exec(said)?.[0] ?? '').toBe('')
})
