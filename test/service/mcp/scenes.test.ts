/** Functions that return scenes as agents meet them: their parts are told with the tool, and in each answer. */
import { describe, expect, it } from 'vitest'
import { callTool, factsOf, useAgents } from '../../support/use-agent.ts'
import { useHost } from '../../support/use-host.ts'

const used = useHost()
const connect = useAgents()

const mesh = {
  vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  indices: Uint32Array.of(0, 1, 2),
}
const names = { points: Float32Array.of(0, 0, 0), texts: ['here'] }
const schema = {
  type: 'object',
  properties: { isNamed: { type: 'boolean', default: true } },
  additionalProperties: false,
} as const

/** Returns an agent at a host with functions of one result, of named parts, of any number, and of many. */
async function open() {
  await used.start()
  const numbers = Array.from({ length: 17 }, (_, i) => `part${i}`)
  const toParts = <Value>(value: Value) => Object.fromEntries(numbers.map((name) => [name, value]))
  const { host } = used
  host.registerSpecimen({ id: 'alone' }, () => mesh, { returns: 'mesh' })
  const head = { brain: 'mesh', names: 'labels' } as const
  host.registerSpecimen({ id: 'head' }, (isNamed: boolean) => ({ brain: mesh, ...(isNamed && { names }) }), {
    returns: { type: 'scene', parts: head, optional: ['names'] },
    schema,
  })
  host.registerSpecimen({ id: 'teeth' }, () => ({ left: mesh, right: mesh }), {
    returns: { type: 'scene', each: 'mesh' },
  })
  host.registerSpecimen({ id: 'many' }, () => toParts(mesh), {
    returns: { type: 'scene', parts: toParts('mesh' as const) },
  })
  const agent = await connect(used.url)
  const { tools } = await agent.listTools()
  return { agent, outputOf: (id: string) => tools.find(({ name }) => name === id)?.outputSchema }
}

describe('the tool of a function that returns a scene', () => {
  it('tells its parts and their kinds, which of them there will be, and nothing for other results', async () => {
    const { outputOf } = await open()
    expect(outputOf('head')).toEqual({
      type: 'object',
      properties: {
        parts: {
          properties: { brain: { const: 'mesh' }, names: { const: 'labels' } },
          required: ['brain'],
        },
      },
      required: ['parts'],
    })
    expect(outputOf('teeth')?.properties).toEqual({ parts: { additionalProperties: { const: 'mesh' } } })
    expect([outputOf('alone'), outputOf('many')]).toEqual([undefined, undefined])
  })

  it('answers as it tells, which the client of the SDK checks', async () => {
    const { agent } = await open() // the client has the schemas since it listed the tools
    const parts = async (name: string, given = {}) => factsOf(await callTool(agent, name, given)).parts
    expect(await parts('head')).toEqual({ brain: 'mesh', names: 'labels' })
    expect(await parts('head', { isNamed: false })).toEqual({ brain: 'mesh' })
    expect(await parts('teeth')).toEqual({ left: 'mesh', right: 'mesh' })
    expect(Object.keys(await parts('many'))).toHaveLength(17)
    expect(await parts('alone')).toBeUndefined()
  })

  it('answers a refusal without them', async () => {
    const { agent } = await open()
    const answer = await callTool(agent, 'head', { isNamed: 'a' })
    expect([answer.isError, answer.structuredContent]).toEqual([true, undefined])
  })
})
