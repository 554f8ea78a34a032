import type { OutputStream } from '../contract/text/output-streams.ts'
import { toCommand } from '../contract/text/to-command.ts'
import { options, toHeading } from '../options/config.ts'
import { type Option, toFlag } from '../options/option.ts'
import type { CommandForm } from './command-form.ts'
import { type CommandName, commandNames, getForm } from './commands.ts'

const about = 'Serves 3D and imaging specimens whose contents are typed functions.'
const firstSteps = `
A first time, in a folder of your own:
  ${toCommand('new disc')}        # writes plugins/disc/
  ${toCommand('build plugins')}   # plugins/disc/ becomes dist/plugins/disc/
  ${toCommand('serve')}           # listening on http://127.0.0.1:8000
  curl http://127.0.0.1:8000/api/specimens/

${toCommand('help <command>')} explains a command.
`
const settingsNote = `

The options of a host are environment variables as well: --run-timeout is SPECIMEN_RUN_TIMEOUT. \
A flag wins over its variable, and the last flag over those before it. Where a command takes --config, they \
also stand in a file, whose values come last: {"run-timeout": 60, "mcp": "on"}.`
const whereFound = `where "specimen" is no command of the shell, it is "${toCommand('').trim()}"`
const widestHelp = 100
/** The least width of a wrapped column; a narrower one is not wrapped. */
const narrowestColumn = 40

type HelpRow = readonly [term: string, help: string]

const helpRow: HelpRow = ['-h, --help', 'explain the command']

/** Writes the help of a command, or the list of all. */
export function writeHelp(name: CommandName | null, stdout: OutputStream): void {
  const { isTTY, columns } = stdout
  const width = isTTY && columns ? Math.min(columns, widestHelp) : widestHelp
  stdout.write(name === null ? toOverview(width) : toCommandHelp(name, getForm(name), width))
}

function toOverview(width: number): string {
  const rows = commandNames.map((name) => {
    const { argument, group, summary } = getForm(name)
    return { group, row: [`${name} ${toArgumentTerm(argument)}`.trim(), summary] as const }
  })
  const sections = new Map<string, HelpRow[]>([
    ['Options', [['-v, --version', 'print the version'], helpRow]],
  ])
  for (const { group, row } of rows) sections.set(group, [...(sections.get(group) ?? []), row])
  return `Usage: specimen <command> [options]\n\n${about}\n\n${layOut(sections, width)}${firstSteps}\n`
}

function toCommandHelp(name: CommandName, form: CommandForm, width: number): string {
  const { argument, own = {}, settings = [], examples } = form
  const usage = form.usage ?? `${argument ? `${toArgumentTerm(argument)} ` : ''}[options]`
  const sections = new Map<string, HelpRow[]>()
  if (argument) sections.set('Arguments', [[argument.name, argument.help]])
  const add = (heading: string, row: HelpRow): void => {
    sections.set(heading, [...(sections.get(heading) ?? []), row])
  }
  for (const row of Object.entries<Option>(own).map(toRow)) add('Options', row)
  for (const setting of settings) add(toHeading(setting), toRow([setting, options[setting]]))
  add('Options', helpRow)
  const text = wrap(form.settings ? form.about + settingsNote : form.about, width)
  const shown = examples
    ? `\nExamples (${whereFound}):\n${examples.map((line) => `  ${line}\n`).join('')}\n`
    : ''
  return `Usage: specimen ${name} ${usage}\n\n${text}\n\n${layOut(sections, width)}${shown}`
}

function toRow([name, option]: readonly [string, Option]): HelpRow {
  if (option.kind === 'switch') return [`--${toFlag(name)}`, option.help]
  const value = (option.kind === 'number' ? option.defaultText : undefined) ?? option.default
  const help = value === undefined ? option.help : `${option.help} [${value}]`
  return [`--${toFlag(name)} ${option.placeholder}`, help]
}

function toArgumentTerm(argument: CommandForm['argument']): string {
  if (!argument) return ''
  return argument.missing ? `<${argument.name}>` : `[${argument.name}]`
}

function layOut(sections: ReadonlyMap<string, readonly HelpRow[]>, width: number): string {
  const terms = [...sections.values()].flat().map(([term]) => term.length)
  const indent = 2 + Math.max(...terms) + 2
  const toLines = ([term, help]: HelpRow): string => {
    const text = width - indent < narrowestColumn ? help : wrap(help, width - indent)
    return `  ${term.padEnd(indent - 2)}${text.replaceAll('\n', `\n${' '.repeat(indent)}`)}\n`
  }
  return [...sections].map(([heading, rows]) => `${heading}:\n${rows.map(toLines).join('')}`).join('\n')
}

/** Breaks each line between words, keeping its indentation. */
function wrap(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, width))
    .join('\n')
}

function wrapLine(line: string, width: number): string {
  const at = line.lastIndexOf(' ', width)
  if (line.length <= width || line.slice(0, at).trim() === '') return line
  return `${line.slice(0, at).trimEnd()}\n${wrapLine(line.slice(at + 1).trimStart(), width)}`
}
