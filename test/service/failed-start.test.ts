/** A host that fails after its parts are open. It mocks modules, so it has a process of its own. */
import { expect, it, vi } from 'vitest'
import { createHost } from '../../core/host.ts'

const closed = vi.hoisted(() => ({ engines: 0 }))

vi.mock(import('../../core/engine/engine.ts'), async (load) => {
  const module = await load()
  return {
    ...module,
    createEngine: async (options) => {
      const engine = await module.createEngine(options)
      const close = async (): Promise<void> => {
        closed.engines++
        await engine.close()
      }
      return { ...engine, close }
    },
  }
})
vi.mock(import('../../core/service/mcp/open-agents.ts'), async (load) => ({
  ...(await load()),
  openAgents: async () => {
    throw new Error('no agents')
  },
}))

it('closes what was open', async () => {
  const start = createHost({ plugins: '', specimens: '', port: 0, logLevel: 'silent' })
  await expect(start).rejects.toThrow('no agents')
  expect(closed.engines).toBe(1)
})
