/**
 * OPERATING.md: every flag, default, route, code and command line in it is held to the tables of the host.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { createHost } from 'specimen-host'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isCommandName } from '../../../core/cli/commands.ts'
import { errorCodes, SpecimenError } from '../../../core/contract/domain/errors.ts'
import { options, workerOptions } from '../../../core/options/config.ts'
import { type Option, toFlag } from '../../../core/options/option.ts'
import { limitOptions, resultOptions, runOptions } from '../../../core/options/run-options.ts'
import { requestOptions } from '../../../core/options/service-options.ts'
import { scopes } from '../../../core/service/access/caller.ts'
import { holdings } from '../../../core/service/account/holdings.ts'
import { toProblem } from '../../../core/service/http/answer/errors.ts'
import { readCommand, readDeployment, root, toEnvironment, version } from './deployment-files.ts'

const text = readFileSync(join(root, 'OPERATING.md'), 'utf8')
const shell = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block).join('')
const prose = text.replace(/^```.*?^```$/gms, '')
/** What stands between backticks outside of blocks. */
const named = [...prose.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words)
const flags = new Map<string, Option>(Object.entries(options).map(([name, option]) => [toFlag(name), option]))

/** Returns the rows below the heading of a section that begin with code, as cells. */
function readRows(heading: string): string[][] {
  const [, section = ''] = new RegExp(`^## ${heading}\n(.*?)(?=^## |$(?![\\s\\S]))`, 'ms').exec(text) ?? []
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((row) => row.split(/ ?\| ?/).slice(1, -1))
}

/** Returns the words of a line of a shell, without quotes, comments and redirections. */
function toWords(line: string): string[] {
  const words = line.replace(/ +(#|>+ ).*$/, '').match(/'[^']*'|"[^"]*"|\S+/g) ?? []
  return words.map((word) => word.replace(/^(['"])(.*)\1$/, '$2'))
}

describe('command lines', () => {
  const lines = shell.replaceAll(/\\\n\s*/g, '').split('\n')
  const inProse = named.filter((words) => isCommandName(/^specimen (\w+)/.exec(words)?.[1] ?? ''))
  const commands = [...lines, ...inProse].flatMap((line) => {
    const [, command] = /^(?:sudo )?(?:specimen|docker run .*specimen-host:[\d.]+) +(.*)/.exec(line) ?? []
    const words = toWords(command ?? '')
    return words.length === 0 ? [] : [{ title: words.join(' '), words }]
  })

  it('are there', () => expect(commands.length).toBeGreaterThan(6))

  it.each(commands)('specimen $title is understood', ({ words }) => {
    expect(() => readCommand(words.includes('--help') ? ['serve'] : words)).not.toThrow()
  })
})

it('names options that there are', () => {
  const used = [...prose.matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)].map(([, flag = '']) => flag)
  const workers = Object.keys(workerOptions).map(toFlag)
  const known = [...flags.keys(), ...workers, 'help', 'name', 'file', 'ticket', 'rooms', 'ticket-key']
  expect(used.length).toBeGreaterThan(40)
  expect(used.filter((flag) => !known.includes(flag))).toEqual([])
  const variables = [...text.matchAll(/SPECIMEN_[A-Z_]+/g)].map(([name]) => name)
  expect(() => readCommand(['serve'], toEnvironment(variables.map((name) => `${name}=`)))).not.toThrow()
})

describe('the table of limits', () => {
  const rows = readRows('Limits').map(([flag = '', ...cells]) => [flag.replace(/^`--|`$/g, ''), ...cells])

  it('has every option that limits something', () => {
    const { metadataBytes, workerGrace } = options
    const elsewhere = { metadataBytes, workerGrace }
    const tables = { ...limitOptions, ...runOptions, ...requestOptions, ...resultOptions, ...elsewhere }
    const noLimits = [
      'isolation',
      'sandbox',
      'allow',
      'env',
      'drainDelay',
      'envelopeMediaType',
      'legacyClient',
    ]
    const limits = Object.keys(tables).filter((name) => !noLimits.includes(name))
    expect(rows.map(([flag]) => flag).sort()).toEqual(limits.map(toFlag).sort())
  })

  it('has every holding of the account by its name, with its option or its limit', () => {
    const missing = Object.entries(holdings).filter(([name, { limit, unit }]) => {
      const row = text.split('\n').find((line) => line.startsWith('|') && line.includes(`(\`${name}\`)`))
      if (typeof limit === 'string') return !row?.includes(`\`--${toFlag(limit)}\``)
      return !row?.startsWith(`| none | ${unit === 'bytes' ? `${limit / 2 ** 20} MiB` : limit} |`)
    })
    expect(missing).toEqual([])
  })

  it.each(rows)('has the default of --%s: %s', (flag = '', shown = '') => {
    const option = flags.get(flag)
    if (option?.kind !== 'number') throw new Error(`--${flag} is no number`)
    expect(shown).toMatch(/^[\w ,]+$/)
    if (option.defaultText !== undefined) expect(shown).toBe(option.defaultText)
    else expect(toNumber(shown, flag)).toBe(option.default)
  })

  const beyonds = rows.map(([flag = '', , , , beyond = '']) => [flag, beyond])
  it.each(beyonds.filter(([, beyond]) => /^\d/.test(beyond ?? '')))(
    'has a code and its status beyond --%s: %s',
    (_flag, beyond = '') => {
      const [, status, code] = /^(\d{3}) `([\w.]+)`/.exec(beyond) ?? []
      const known = errorCodes.find((one) => one === code)
      if (known === undefined) throw new Error(`${code} is no code`)
      expect(toProblem(new SpecimenError(known, ''), '').status).toBe(Number(status))
    },
  )
})

describe('the codes of a group', () => {
  const rows = [...text.matchAll(/^\| (\d{3} `.*?) \|/gm)].map(([, cell = '']) => cell)
  const codes = rows.flatMap((cell) =>
    [...cell.matchAll(/(\d{3}) `([a-z.]+)`/g)].map(([, ...parts]) => parts),
  )

  it('are all there', () => {
    const wanted = errorCodes.filter((code) => /^(group|peer)[.]/.test(code))
    expect(codes.map(([, code]) => code).sort()).toEqual([...wanted, 'result.lost', 'worker.lost'].sort())
  })

  it.each(codes)('have their status: %s %s', (status = '', code = '') => {
    const known = errorCodes.find((one) => one === code)
    if (known === undefined) throw new Error(`${code} is no code`)
    expect(toProblem(new SpecimenError(known, ''), '').status).toBe(Number(status))
  })
})

/** In the unit of the option: `256 KiB` in bytes, but `1024 MiB` of an option in mebibytes as it is. */
function toNumber(shown: string, flag: string): number {
  const [, count, unit = ''] = /^(\d+)(?: (KiB|MiB|GiB|s|bytes a minute))?$/.exec(shown) ?? []
  const sizes: { readonly [unit: string]: number } = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 }
  return Number(count) * (flag.endsWith('-mebibytes') ? 1 : (sizes[unit] ?? 1))
}

it('names routes that there are', async () => {
  const host = await createHost({ plugins: '', specimens: '', logLevel: 'silent' })
  onTestFinished(() => host.close())
  const { paths } = (await host.inject('/openapi.json')).json<{ paths: { [path: string]: object } }>()
  const used = [...new Set(named.filter((words) => /^[A-Z]{3,} \//.test(words)))]
  const unknown = []
  for (const route of used) {
    const [method = '', path = ''] = route.split(' ')
    const isDeclared = Object.hasOwn(paths[path] ?? {}, method.toLowerCase())
    // Those that say how the host is are no part of the API.
    if (!isDeclared && (await host.inject(path)).statusCode === 404) unknown.push(route)
  }
  expect(used.length).toBeGreaterThan(5)
  expect(unknown).toEqual([])
})

it('names the package of this version, as the files of the deployment do', () => {
  const texts = [text, ...['Dockerfile', 'compose.yaml', 'compose.group.yaml'].map(readDeployment)].join('\n')
  const versions = [...texts.matchAll(/specimen-host[:-](\d+[.][\d.]*\d)/g)].map(([, found = '']) => found)
  expect(versions.length).toBeGreaterThan(4)
  expect(new Set(versions)).toEqual(new Set([version]))
})

it('has every scope, and no other', () => {
  expect(readRows('Access').map(([scope = '']) => scope)).toEqual(scopes.map((scope) => `\`${scope}\``))
})

it('says of every alert what to do', () => {
  const rules = readFileSync(join(root, 'core/service/watch/prometheus-alerts.yml'), 'utf8')
  const { groups } = load(rules) as {
    readonly groups: readonly [{ readonly rules: readonly { readonly alert: string }[] }]
  } // its form, as it stands in this repository
  const alerts = groups[0].rules.map(({ alert }) => `\`${alert}\``)
  expect(
    readRows('Watch')
      .map(([alert = '']) => alert)
      .sort(),
  ).toEqual(alerts.sort())
})

it('has files whose comments name options that there are', () => {
  const files = ['nginx.conf', 'compose.yaml', 'compose.group.yaml', 'specimen-host.service']
    .map(readDeployment)
    .join('\n')
  const comments = files.match(/# .*/g)?.join('\n') ?? ''
  const used = [...comments.matchAll(/--([a-z-]+)/g)].map(([, flag = '']) => flag)
  expect(used.length).toBeGreaterThan(5)
  expect(used.filter((flag) => !flags.has(flag))).toEqual([])
})
