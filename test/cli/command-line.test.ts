/** Arguments, help and completion: everything that `specimen` says without starting anything. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { commandNames, getForm } from '../../core/cli/commands.ts'
import { shells } from '../../core/cli/completion.ts'
import { runCommand } from '../../core/cli/run-command.ts'
import { options } from '../../core/options/config.ts'
import { toFlag } from '../../core/options/option.ts'

const root = join(import.meta.dirname, '../..')

async function run(args: readonly string[], terminal: { isTTY?: boolean; columns?: number } = {}) {
  const texts = { stdout: '', stderr: '' }
  const streams = {
    stdout: { ...terminal, write: (text: string) => (texts.stdout += text) },
    stderr: { write: (text: string) => (texts.stderr += text) },
  }
  const code = await runCommand(args, { streams, environment: {}, now: Date.now })
  return { code, ...texts }
}

const widest = (text: string): number => Math.max(...text.split('\n').map((line) => line.length))

describe('the command line', () => {
  it.each([['--version'], ['-v'], ['version']])('prints the version when asked by %s', async (word) => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(await run([word])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  it.each([
    [['srve'], 'There is no command srve; did you mean serve?'],
    [['help', 'srve'], 'did you mean serve?'],
    [['srve', '--help'], 'did you mean serve?'],
    [['toString'], 'There is no command toString.'],
    [['serve', '--prot', '1'], 'There is no option --prot; did you mean --port?'],
    [['build', '--formt', 'json'], 'There is no option --formt; did you mean --format?'],
    [['worker', 'http://a', '--ide', 'w'], 'did you mean --id?'],
    [['serve', '-p', '1'], 'There is no option -p.'],
    [['--prot', '1'], 'There is no option --prot.'],
    [['build', '--no-out'], 'There is no option --no-out; did you mean --no-run?'],
    [['build', '---out', 'a'], 'There is no option ---out; did you mean --out?'],
    [['build', '--__proto__', 'a'], 'There is no option --__proto__.'],
    [['serve', '--allow-anonymous=yes'], '--allow-anonymous takes no value (got "yes")'],
    [['serve', '--port', '-1'], '--port must be a whole number from 0 to 65535 (got "-1")'],
    [['build', '--', '--out', 'b'], 'One at a time; found --out b'],
    [['serve', '--port'], '--port has no value'],
    [['serve', '--port='], '--port is empty'],
    [['serve', '--token', '--host', '0.0.0.0'], '--token has no value: --host is an option'],
    [['serve', 'extra'], 'takes options only; found extra'],
    [['build', 'a', 'b'], 'One at a time; found a b'],
    [['explain'], 'A plugin file is missing'],
    [['check', '--format', 'xml'], '--format must be one of text, json, github, sarif (got "xml")'],
    [['dev', '--port', '1.5'], '--port must be a whole number from 0 to 65535 (got "1.5")'],
    [['dev', '--poll', 'often'], '--poll must be a number from 0.001 to 3600 (got "often")'],
    [
      ['check', '--format', '\u001b[2J'],
      '--format must be one of text, json, github, sarif (got "\\u001b[2J")',
    ],
    [['init', 'a', 'b'], 'One at a time; found a b'],
    [
      ['dev', '--to', 'localhost:8000'],
      '--to must be an address such as http://127.0.0.1:8000 (got "localhost:8000")',
    ],
    [['new', 'disc', '--in', '/dev/null'], '/dev/null is a file, and a folder is to be written there.'],
    [['completion', 'tcsh'], 'shell must be one of bash, zsh, fish (got "tcsh")'],
    [['completion'], 'A shell is missing: bash, zsh, fish'],
  ])('refuses %j in one line with the exit code 2', async (args, text) => {
    const { code, stdout, stderr } = await run(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(text)
    expect(stderr).toMatch(/^specimen: .*\n$/)
  })

  it('explains a command wherever help is asked for, and takes a value that looks like an option', async () => {
    const { stdout } = await run(['build', '--help'])
    for (const args of [
      ['--help', 'build'],
      ['build', 'a', '-h'],
      ['build', '--out', 'b', '--help'],
    ])
      expect((await run(args)).stdout).toBe(stdout)
    expect((await run(['build', '/dev/null', '--format=--help'])).stderr).toContain('(got "--help")')
  })

  it('takes --flag value and --flag=value, and the last of several', async () => {
    for (const args of [['--format', 'xml'], ['--format=xml'], ['--format', 'json', '--format', 'xml']]) {
      expect((await run(['build', ...args])).stderr).toContain(
        '--format must be one of text, json, github, sarif (got "xml")',
      )
    }
  })

  it.each(commandNames)('explains every option of specimen %s, within 100 columns', async (name) => {
    const { code, stdout, stderr } = await run([name, '--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { own = {}, settings = [], argument } = getForm(name)
    for (const option of [...Object.keys(own), ...settings])
      expect(stdout).toContain(`  --${toFlag(option)} `)
    if (argument) expect(stdout).toContain(`  ${argument.name} `)
    expect(widest(stdout)).toBeLessThanOrEqual(100)
    expect((await run(['help', name])).stdout).toBe(stdout)
    expect((await run([name, '-h'])).stdout).toBe(stdout)
  })

  it('lists every command, alone as by --help', async () => {
    const { code, stdout } = await run([])
    expect(code).toBe(0)
    for (const name of commandNames) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
    expect(widest(stdout)).toBeLessThanOrEqual(100)
    for (const args of [['help'], ['--help'], ['-h']]) expect((await run(args)).stdout).toBe(stdout)
  })

  it('wraps its help where a terminal is narrow, and shows an option beside its sentence', async () => {
    const { stdout } = await run(['serve', '--help'], { isTTY: true, columns: 72 })
    const [explained = ''] = stdout.split('Examples (where')
    expect(widest(explained)).toBeLessThanOrEqual(72)
    expect(stdout).toContain('--run-timeout SECONDS')
  })

  it('needs neither ts-morph nor esbuild, nor the host, to be explained', () => {
    const seen = new Set<string>()
    const follow = (file: string): void => {
      if (seen.has(file)) return
      seen.add(file)
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
        /^(?:import .*?|\} from )"([^"]+)";$/gm,
      )) {
        if (name.startsWith('.')) follow(join(root, 'dist', name))
        else seen.add(name)
      }
    }
    follow(join(root, 'dist/cli.js'))
    expect(seen.size).toBeGreaterThan(5)
    expect([...seen].filter((name) => /ts-morph|esbuild|fastify|pino/.test(name))).toEqual([])
  })
})

describe('completion', () => {
  const complete = async (...words: string[]): Promise<string[]> => {
    const { stdout } = await run(['completion', 'bash'])
    const ask = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _specimen; printf '%s\\n' "\${COMPREPLY[@]}"`
    const said = execFileSync('bash', ['-c', `${stdout}\n${ask}`, 'bash', 'specimen', ...words], {
      encoding: 'utf8',
      cwd: root,
    })
    return said.trim().split('\n')
  }

  it.each([
    [['se'], ['serve']],
    [
      ['serve', '--po'],
      ['--port', '--pool-size'],
    ],
    [
      ['serve', '--isolation', ''],
      ['process', 'thread'],
    ],
    [['new', 'disc', '--returns', 'v'], ['volume']],
    [['build', 'plug'], ['plugins']],
    [['init', 'plug'], ['plugins']],
    [['dev', '--spec'], ['--specimens']],
    [['serve', '--fol'], ['--follow-links']],
    [['completion', ''], [...shells]],
    [['help', 'wor'], ['worker']],
    [['serve', '--port', ''], ['']],
  ])('in bash offers after %j what fits', async (words, wanted) => {
    expect(await complete(...words)).toEqual(wanted)
  })

  it('knows every command and option in every shell', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'specimen-completion-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const shell of shells) {
      const { code, stdout } = await run(['completion', shell])
      expect(code).toBe(0)
      for (const word of [...commandNames, ...Object.keys(options).map(toFlag)])
        expect(stdout, shell).toContain(word)
      const parser = ['/bin', '/usr/bin', '/usr/local/bin']
        .map((path) => join(path, shell))
        .find((path) => existsSync(path))
      const file = join(folder, shell)
      writeFileSync(file, stdout)
      if (parser) execFileSync(parser, ['-n', file])
    }
  })
})
