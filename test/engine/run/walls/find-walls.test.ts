/** What is found on this machine, whatever it has, and what is said when that is not enough. */
import { expect, it } from 'vitest'
import { findWalls } from '../../../../core/engine/run/walls/find-walls.ts'
import { requireWalls } from '../../../../core/engine/run/walls/list-walls.ts'
import { isRoot, type Sandbox, type Walls } from '../../../../core/engine/run/walls/walls.ts'
import { getWalls } from '../../../interface/runner-harness.ts'

it('names a reason for each enclosure that does not stand', async () => {
  const { enclosure, refused } = await getWalls()
  const tried = process.platform === 'linux' ? ['bubblewrap', 'namespaces'] : []
  expect(
    tried.filter((name) => name !== enclosure && refused.every((one) => one.enclosure !== name)),
  ).toEqual(enclosure === 'bubblewrap' ? ['namespaces'] : [])
  expect(refused.filter(({ reason }) => reason === '')).toEqual([])
})

it('tries no enclosure when walls are switched off', async () => {
  expect(await getWalls('off')).toMatchObject({ enclosure: 'supervisor', hasPermissions: false, refused: [] })
})

/** Says of all walls what `judge` does; returns what was tried, too. */
async function findWith(judge: (walls: Walls) => string | null, sandbox: Sandbox = 'prefer') {
  const tried: Walls[] = []
  const walls = await findWalls(sandbox, async (each) => {
    tried.push(each)
    return judge(each)
  })
  return { walls, tried }
}

it('starts nothing more when the first process has come up', async () => {
  const { walls, tried } = await findWith(() => null)
  expect(tried).toEqual([walls])
})

it.skipIf(process.platform !== 'linux')('goes on to the next enclosure when one does not stand', async () => {
  const { walls } = await findWith(({ enclosure }) => (enclosure === 'supervisor' ? null : 'no way\u0007'))
  expect(walls).toMatchObject({ enclosure: 'supervisor', hasLimits: true })
  expect(new Set(walls.refused.map(({ enclosure }) => enclosure))).toEqual(
    new Set(['bubblewrap', 'namespaces']),
  )
  expect(walls.refused.at(-1)?.reason).toBe('no way\\u0007')
})

it.skipIf(process.platform !== 'linux')(
  'looks for the tools when nothing came up with all of them',
  async () => {
    let isRefusing = true
    const { walls, tried } = await findWith(({ enclosure }) => {
      if (!isRefusing) return null
      isRefusing = enclosure !== 'supervisor'
      return 'no way'
    })
    expect(walls.enclosure).not.toBe('supervisor')
    expect(walls.refused.map(({ reason }) => reason)).not.toContain('no way')
    expect(tried.at(-1)).toBe(walls)
  },
)

it('limits nothing when nothing comes up under limits', async () => {
  const { walls, tried } = await findWith(() => 'no', 'off')
  expect(walls).toMatchObject({ enclosure: 'supervisor', hasLimits: false, refused: [] })
  expect(tried).toHaveLength(2)
})

it.skipIf(process.platform !== 'linux')(
  'knows what Node reserves, which a limit leaves room for',
  async () => {
    const { nodeBytes } = await getWalls()
    expect(nodeBytes).toBeGreaterThan(2 ** 25)
    expect(nodeBytes).toBeLessThanOrEqual(2 ** 30)
  },
)

const walls: Walls = {
  enclosure: 'namespaces',
  isNobody: isRoot(),
  hasLimits: true,
  hasDeathSignal: true,
  hasPermissions: false,
  nodeBytes: 1,
  refused: [],
}

it.runIf(isRoot())('tries each enclosure as another user first where this host is root', async () => {
  const { walls, tried } = await findWith(({ isNobody }) => (isNobody ? 'no way' : null))
  expect(tried[0]?.isNobody).toBe(true)
  expect(walls).toMatchObject({ isNobody: false })
  expect(walls.refused.at(-1)?.reason).toBe('as nobody: no way')
  expect(() => requireWalls(walls)).toThrow(/this host is root, and so are its plugins/)
})

it('takes spaces, a user without rights and limits for all that is required', () => {
  expect(() => requireWalls(walls)).not.toThrow()
})

it.each([
  ['threads', null, /threads of the host, which share everything with it\. Use --isolation process/],
  ['no prlimit', { ...walls, hasLimits: false }, /there is no prlimit/],
  [
    'a supervisor',
    { ...walls, enclosure: 'supervisor', refused: [{ enclosure: 'namespaces', reason: 'no way' }] },
    /files: none \(namespaces: no way\)/,
  ],
] as const)('refuses %s, and says what to do', (_, found, words) => {
  expect(() => requireWalls(found)).toThrow(words)
})
