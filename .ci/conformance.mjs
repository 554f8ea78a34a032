/**
 * Runs the protocol's own suite against `/mcp` of a host: `node .ci/conformance.mjs SUITE`, where SUITE is the
 * file of `@modelcontextprotocol/conformance` to run, which needs Node 22. Its other scenarios want tools that
 * exist for it alone. Exits 1 when a check fails.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createHost } from 'specimen-host'

const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
  'server-sse-multiple-streams',
]
const [suite = ''] = process.argv.slice(2)
const host = await createHost({ plugins: 'dist/plugins', port: 0, mcp: 'on', logLevel: 'silent' })
const url = `${await host.listen()}/mcp`

for (const scenario of scenarios) {
  const args = [suite, 'server', '--url', url, '--scenario', scenario]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const [status] = await once(child, 'close')
  if (status !== 0) process.exitCode = 1
}
await host.close()
