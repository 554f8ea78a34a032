/** A process that hides its variables and tokens, seen by another program of the same user. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { listOptions } from '../../core/cli/command-form.ts'
import { commandNames, getForm } from '../../core/cli/commands.ts'
import { hideArguments } from '../../core/cli/hide-secrets.ts'

const cli = new URL('../../dist/cli.js', import.meta.url).pathname

test
  .runIf(process.platform === 'linux')
  .each([[['--token', 'argument-secret']], [['--token=argument-secret']]])(
  'a host shows neither its variables nor its token, and uses both (%s)',
  async (flags) => {
    const child = spawn(process.execPath, [cli, 'serve', '--port', '0', ...flags], {
      env: { PATH: process.env.PATH, SPECIMEN_LOG_LEVEL: 'warn', OTHER: 'variable-secret' },
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: '/',
    })
    onTestFinished(async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    })
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string] // a line is text
    const url = line.replace('listening on ', '')
    expect(readFileSync(`/proc/${child.pid}/environ`, 'utf8').replaceAll('\0', '')).toBe('')
    const shown = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')
    expect(shown).toContain('serve')
    expect(shown).not.toContain('secret')
    const ask = async (token: string): Promise<number> =>
      (await fetch(`${url}/api/specimens/`, { headers: { authorization: `Bearer ${token}` } })).status
    expect([await ask('argument-secret'), await ask('wrong')]).toEqual([200, 401])
  },
)

test('every option that takes a secret itself, and not the name of a file, is hidden', () => {
  const all = commandNames.flatMap((name) => listOptions(getForm(name)))
  const secrets = all.filter(([flag, option]) => {
    const takesText = option.kind === 'text' && !/FILE|CLAIM/.test(option.placeholder)
    return takesText && /token|ticket|key|secret|password|credential|header|cookie|redis/.test(flag)
  })
  const wanted = ['token', 'worker-token-list', 'redis', 'group-secret']
  expect(new Set(secrets.map(([flag]) => flag))).toEqual(new Set(wanted))
  for (const [flag] of secrets) {
    expect(hideArguments(['serve', `--${flag}`, 'hush', '--port', '80'])).toEqual([
      'serve',
      `--${flag}`,
      '*',
      '--port',
      '80',
    ])
    expect(hideArguments([`--${flag}=hush=2`])).toEqual([`--${flag}=*`])
  }
})
