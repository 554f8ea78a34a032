/**
 * A real package with native code, outside of its bundle: loaded by the consent of author and operator
 * alone.
 */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createHost } from 'specimen-host'
import { expect, onTestFinished, test } from 'vitest'
import { createFolder, run } from '../../build/temporary-plugins.ts'

const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const source = `
import { mask } from 'bufferutil'
import type { Mesh } from 'specimen-host/plugin'

/** @needs native */
export function masked(): Mesh {
  const bytes = Buffer.from([1, 2, 3])
  mask(bytes, Buffer.from([1, 0, 0, 0]), bytes, 0, 3)
  return { vertices: Float32Array.from(bytes), indices: new Uint32Array() }
}
`

async function call(allow: string, sandbox: 'prefer' | 'off' = 'prefer') {
  const folder = createFolder({ 'plugins/tracker.ts': source })
  for (const name of ['bufferutil', 'node-gyp-build'])
    cpSync(join(packages, name), join(folder, 'node_modules', name), { recursive: true })
  const plugins = join(folder, 'out')
  expect(await run(join(folder, 'plugins'), '--out', plugins)).toMatchObject({ code: 0, stderr: '' })
  const texts: string[] = []
  const logDestination = { write: (text: string) => void texts.push(text) }
  const host = await createHost({ plugins, specimens: '', poolSize: 1, logDestination, allow, sandbox })
  onTestFinished(async () => void (await host.close()))
  const headers = { accept: 'application/json' }
  const answer = await host.inject({ url: '/api/specimens/masked/data', headers })
  const [entry] = (await host.inject('/api/plugins')).json()
  return { entry, answer, log: texts.join('') }
}

test('is loaded from the folder of the bundles where the operator allows it', async () => {
  const { entry, answer, log } = await call('tracker:native')
  expect(answer.json()).toMatchObject({ type: 'mesh', vertices: [0, 2, 3] })
  expect(entry).toMatchObject({ needs: ['native'], allowed: ['native'], allow: null })
  expect(log).not.toContain('--allow')
})

test.each(['prefer', 'off'] as const)('is not loaded without consent, with walls %s', async (sandbox) => {
  const { entry, answer, log } = await call('', sandbox)
  expect(answer.statusCode).toBe(500)
  expect(answer.json().detail).toContain(
    'The package bufferutil has native code, which this host does not load',
  )
  expect(entry).toMatchObject({ needs: ['native'], allowed: [], allow: 'tracker:native' })
  expect(log).toContain('start the host with --allow tracker:native')
})
