/** Parts of a scene in the hands of an agent: hidden, seen through and coloured by name, and refused by name. */
import { beforeEach, expect, it } from 'vitest'
import { callTool, factsOf, picturesOf, textOf, useAgents } from '../../support/use-agent.ts'
import { useProbeHost } from '../../support/use-host.ts'

const used = useProbeHost()
const connect = useAgents()
let look: (given: object, tool?: string) => ReturnType<typeof callTool>

const triangle = (size: number, look: object) => ({
  vertices: Float32Array.of(0, 0, 0, size, 0, 0, 0, 0, size),
  indices: Uint32Array.of(0, 1, 2),
  look,
})

beforeEach(async () => {
  await used.start()
  const head = () => ({ skull: triangle(9, { opacity: 0.5 }), brain: triangle(5, { color: [200, 80, 80] }) })
  const returns = { type: 'scene', parts: { skull: 'mesh', brain: 'mesh' } } as const
  const add = (id: string, view?: string): void =>
    used.host.registerSpecimen({ id, ...(view && { view }) }, head as () => never, { returns }) // each kind
  add('head')
  add('open_head', 'parts=skull:off')
  const agent = await connect(used.url)
  look = (given, tool = 'look') =>
    callTool(agent, tool, { specimen: 'head', width: 96, height: 64, ...given })
})

const pictureOf = async (given: object): Promise<string> => {
  const [picture] = picturesOf(await look({ form: 'png', ...given }))
  return picture?.bytes.toString('base64') ?? ''
}

it('draws them as they are asked for, which no computing follows', async () => {
  const settings = [
    {},
    { parts: { skull: { hidden: true } } },
    { parts: { skull: { opacity: 1 } } },
    { parts: { brain: { color: '#3355CC' } } },
    { parts: { brain: { moved: [6, 0, 0] } } },
    { parts: { brain: { moved: [0, 0, 0, 0, 90, 0] } } },
    { plane: [1, 0, 0, 0] },
    { plane: [1, 0, 0, 0], parts: { skull: { whole: true } } },
  ]
  const pictures: string[] = []
  for (const given of settings) pictures.push(await pictureOf(given))
  expect(new Set(pictures).size).toBe(settings.length)
  expect(await pictureOf({ view: 'parts=skull:off' })).toBe(pictures[1])
  expect(await pictureOf({ parts: { skull: {} } })).toBe(pictures[0])
  expect(factsOf(await look({ parts: { skull: { hidden: true } } })).cache).toBe('hit')
})

it('keeps what the author has hidden when another part is asked for', async () => {
  const parts = { brain: { color: '#3355cc' } }
  const alone = await pictureOf({ parts: { ...parts, skull: { hidden: true } } })
  expect(await pictureOf({ specimen: 'open_head', parts })).toBe(alone)
  const whole = await pictureOf({ parts })
  expect(await pictureOf({ specimen: 'open_head', parts: { ...parts, skull: { hidden: false } } })).toBe(
    whole,
  )
})

it('compares with them too', async () => {
  const answer = await look({ other_specimen: 'open_head', parts: { brain: { hidden: true } } }, 'compare')
  expect(answer.isError ?? false).toBe(false)
})

it.each([
  { parts: { skul: { hidden: true } }, words: 'The scene has no part "skul"; did you mean skull?' },
  { parts: { heart: { hidden: true } }, words: 'The scene has no part "heart"; there are skull, brain.' },
  { parts: { 'sk ull': { hidden: true } }, words: 'The name of a part must be 1 to 64 letters' },
  { parts: { skull: true }, words: 'parts.skull must be an object such as {"hidden": true} (got true)' },
  { parts: { skull: { hiden: true } }, words: 'did you mean hidden?' },
  { parts: { skull: { hidden: 'yes' } }, words: 'parts.skull.hidden must be true or false (got "yes")' },
  { parts: { skull: { opacity: 2 } }, words: 'parts.skull.opacity must be a number from 0 to 1 (got 2)' },
  {
    parts: { skull: { color: 'red' } },
    words: 'parts.skull.color must be a text such as "#cc3333" (got "red")',
  },
  { parts: { skull: { whole: 1 } }, words: 'parts.skull.whole must be true or false (got 1)' },
  { parts: { skull: { moved: [1, 2] } }, words: 'parts.skull.moved must be three lengths' },
  { parts: { skull: { moved: [1, 2, '3'] } }, words: 'parts.skull.moved must be three lengths' },
  { parts: { skull: { moved: [1e16, 0, 0] } }, words: 'parts.skull.moved must be three lengths' },
  { parts: ['skull'], words: 'parts must be an object such as {"skull": {"hidden": true}}' },
  {
    parts: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`p${i}`, { hidden: true }])),
    words: 'parts must be at most 64 parts (got 65)',
  },
])('refuses $words', async ({ parts, words }) => {
  const answer = await look({ parts })
  expect([answer.isError, textOf(answer)]).toEqual([true, expect.stringContaining(words)])
})

it('says that parts change nothing in what is no scene', async () => {
  const notes = factsOf(await look({ specimen: 'tetra', parts: { skull: { hidden: true } } })).notes
  expect(notes).toContain('Changes nothing in this picture: parts.')
})
