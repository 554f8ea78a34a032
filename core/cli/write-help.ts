import type { Command, Option as Flag, Help } from 'commander'
import { options, toHeading } from '../config.ts'
import { type Option, toFlag } from '../option.ts'
import type { CommandForm } from './command-form.ts'
import { type CommandName, commandNames, getForm, isCommandName } from './commands.ts'
import type { Stream } from './surroundings.ts'

const about = 'Serves 3D and imaging specimens whose contents are typed functions.'
const firstSteps = `
A first time, in a folder of your own:
  specimen new disc               # writes plugins/disc/
  specimen build plugins          # plugins/disc/ becomes dist/plugins/disc/
  specimen serve                  # listening on http://127.0.0.1:8000
  curl http://127.0.0.1:8000/api/specimens/

specimen help <command> explains a command.
`
const settingsNote = `

The options of a host are environment variables as well: --run-timeout is SPECIMEN_RUN_TIMEOUT. \
A flag wins over its variable, and the last flag over those before it.`
const widestHelp = 100

/** Writes what explains a command, or lists all: the forms, laid out by commander. */
export async function writeHelp(name: CommandName | null, stdout: Stream): Promise<void> {
  const { isTTY, columns } = stdout
  const { Command } = await import('commander') // 9 ms, which only who asks for help waits
  const program = new Command('specimen')
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      getOutHelpWidth: () => (isTTY && columns ? Math.min(columns, widestHelp) : widestHelp),
    })
    .configureHelp({
      optionTerm: toTerm,
      subcommandTerm: toCommandTerm,
      visibleCommands: (command) => [...command.commands],
    })
    .description(about)
    .usage('<command> [options]')
    .option('-v, --version', 'print the version')
    .helpOption('-h, --help', 'explain the command')
    .addHelpText('after', firstSteps)
  for (const each of commandNames) {
    const command = addCommand(program, each)
    if (each === name) command.outputHelp()
  }
  if (name === null) program.outputHelp()
}

function addCommand(program: Command, name: CommandName): Command {
  const form = getForm(name)
  const command = program.command(name).summary(form.summary).helpGroup(`${form.group}:`)
  command.description(form.settings ? form.about + settingsNote : form.about)
  command.usage(form.usage ?? [...(form.argument ? [toArgumentTerm(form)] : []), '[options]'].join(' '))
  if (form.argument)
    command.argument(`[${form.argument.name}${form.argument.isList ? '...' : ''}]`, form.argument.help)
  for (const [option, declared] of Object.entries(form.own ?? {}))
    command.addOption(toFlagOption(command, option, declared))
  for (const option of form.settings ?? []) {
    command.addOption(toFlagOption(command, option, options[option]).helpGroup(`${toHeading(option)}:`))
  }
  if (form.examples)
    command.addHelpText('after', `\nExamples:\n${form.examples.map((line) => `  ${line}\n`).join('')}`)
  return command
}

function toFlagOption(command: Command, name: string, option: Option): Flag {
  if (option.kind === 'switch') return command.createOption(`--${toFlag(name)}`, option.help)
  const value = (option.kind === 'number' ? option.defaultText : undefined) ?? option.default
  const description = value === undefined ? option.help : `${option.help} [${value}]`
  return command.createOption(`--${toFlag(name)} <${option.placeholder}>`, description)
}

const toTerm: Help['optionTerm'] = ({ flags }) => flags.replace(/[<>]/g, '')

const toCommandTerm: Help['subcommandTerm'] = (command) => {
  const name = command.name()
  return isCommandName(name) ? [name, toArgumentTerm(getForm(name))].join(' ').trim() : name
}

function toArgumentTerm({ argument }: CommandForm): string {
  if (!argument) return ''
  return argument.missing ? `<${argument.name}>` : `[${argument.name}]`
}
