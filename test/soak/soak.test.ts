/** A short soak: 1,000 of the requests that `npm run soak` sends by the 100,000. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const command = new URL('run.mjs', import.meta.url).pathname

it.runIf(process.platform === 'linux')(
  'a host holds no more after requests of all kinds than before',
  async () => {
    const args = [command, '--requests', '1000']
    const { stdout } = await promisify(execFile)(process.execPath, args).catch((error) => error)
    const told = String(stdout)
      .split('\n')
      .filter((line) => /^WRONG|GROWN$|wrong;/.test(line))
    expect(told.join('\n')).toMatch(/^answers: .* 0 wrong; all flat$/)
  },
)
