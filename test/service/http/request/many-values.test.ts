/** Bodies of more values than a host parses at once: refused at every door before they are parsed. */
import { describe, expect, it } from 'vitest'
import { measureJson, mostJsonSteps } from '../../../../core/contract/values/json.ts'
import { expectProblem } from '../../../support/api.ts'
import { messageHeaders } from '../../../support/use-agent.ts'
import { useProbeHost } from '../../../support/use-host.ts'

const used = useProbeHost()
const length = 250_000
/** Characters of the longest parameters, by default. */
const paramsLength = 131_072

/** Returns a list or an object of about so many characters. */
function fill(make: (i: number) => string, [open, close] = '[]', characters = length): string {
  const items: string[] = []
  for (let i = 0, made = 0; made < characters - 64; i++) {
    const item = make(i)
    made += item.length + 1
    items.push(item)
  }
  return `${open}${items.join(',')}${close}`
}

const name = (i: number): string => JSON.stringify(i.toString(36))
const braces = '{}'
const costly: readonly (readonly [what: string, text: string])[] = [
  ['empty lists', fill(() => '[]')],
  ['empty objects', fill(() => '{}')],
  ['lists in lists', fill(() => `${'['.repeat(30)}${']'.repeat(30)}`)],
  ['objects in objects', fill(() => `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`)],
  ['objects of a name of their own', fill((i) => `{${name(i)}:1}`)],
  ['members', fill((i) => `${name(i)}:1`, braces)],
  ['members that are objects', fill((i) => `${name(i)}:{}`, braces)],
]
const doors: readonly (readonly [door: string, path: string, begin: string, end: string])[] = [
  ['invoke', '/api/processing/invoke', '{"function_name":"tetra","kwargs":{"a":', '}}'],
  ['args of invoke', '/api/processing/invoke', '{"function_name":"tetra","args":[', ']}'],
  ['start', '/api/specimens/tetra/start', '{"params":{"a":', '}}'],
  ['data', '/api/specimens/tetra/data', '{"params":{"a":', '}}'],
  ['tickets', '/api/tickets', '{"rooms":', '}'],
  ['reload', '/api/specimens/reload', '{"a":', '}'],
  ['initialize of agents', '/mcp', '{"jsonrpc":"2.0","id":1,"method":"initialize","params":', '}'],
  ['a call of agents', '/mcp', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":', '}'],
]

async function post(path: string, body: string): Promise<Response> {
  return await fetch(`${used.url}${path}`, { method: 'POST', headers: messageHeaders, body })
}

describe('a body of more values than are read at once', () => {
  it.each(doors)('is refused in words by %s', async (_, path, begin, end) => {
    await used.start()
    for (const [what, text] of costly) {
      const answer = await post(path, `${begin}${text}${end}`)
      const { detail } = await expectProblem(answer, 413, 'body.large')
      expect(detail, what).toMatch(/at most 229376 \(got \d+\), where .* Send fewer/)
    }
  })

  it('is refused for its depth first', async () => {
    await used.start()
    const answer = await post('/api/processing/invoke', '['.repeat(length))
    const { detail } = await expectProblem(answer, 400, 'json.syntax')
    expect(detail).toMatch(/nests deeper than \d+ levels/)
  })

  it('is read where the host takes larger bodies', async () => {
    await used.start({ bodyBytes: 8 * 256 * 1024 })
    for (const [, text] of costly) {
      const answer = await post('/api/processing/invoke', `{"function_name":"tetra","kwargs":{"a":${text}}}`)
      await expectProblem(answer, 422, 'params.invalid')
    }
  })
})

it.each([
  ['numbers of one digit', fill(() => '1')],
  ['fractions', fill(() => '0.5')],
  ['long fractions', fill(() => '0.12345678901234567')],
  ['texts', fill(() => '"a"')],
  ['points', fill(() => '[0.125,0.25,0.375]')],
  ['points of one digit', fill(() => '[1,2,3]', '[]', paramsLength)],
  ['positions by name', fill((i) => `{"x":0.${i}25,"y":0.${i}5,"z":0.${i}}`, '[]', paramsLength)],
  ['one long text', JSON.stringify('x'.repeat(length))],
  ['a text of brackets', JSON.stringify('[{'.repeat(length / 2))],
])('a body of many %s is read', async (_, text) => {
  expect(measureJson(text).steps).toBeLessThan(mostJsonSteps)
  await used.start()
  const answer = await post('/api/processing/invoke', `{"function_name":"tetra","kwargs":{"a":${text}}}`)
  await expectProblem(answer, 422, 'params.invalid')
})
