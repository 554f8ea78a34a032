import { buildForms } from './build-forms.ts'
import type { CommandForm } from './command-form.ts'
import { shells } from './completion.ts'
import { hostForms } from './host-forms.ts'

const completion = {
  summary: 'print what lets a shell complete commands and options',
  group: 'More',
  about: 'Prints a script that lets a shell complete commands, options and their choices with the Tab key.',
  argument: {
    name: 'shell',
    help: shells.join(', '),
    missing: `A shell is missing: ${shells.join(', ')}`,
    choices: shells,
  },
  examples: [
    'source <(specimen completion bash)   # in ~/.bashrc',
    'source <(specimen completion zsh)    # in ~/.zshrc, after compinit',
    'specimen completion fish > ~/.config/fish/completions/specimen.fish',
  ],
} as const satisfies CommandForm

/** Every command of `specimen`, in the order of `--help`. */
export const commands = { ...buildForms, ...hostForms, completion } as const

/** The name of a command. */
export type CommandName = keyof typeof commands

/** Returns the description of a command. */
export function getForm(name: CommandName): CommandForm {
  return commands[name]
}

/** Returns true for the name of a command. */
export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name)
}

/** The names of all commands, in the order of `--help`. */
export const commandNames = Object.keys(commands).filter(isCommandName)
