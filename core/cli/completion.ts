import type { Option } from '../options/option.ts'
import { type CommandForm, listOptions } from './command-form.ts'

/** The shells with a completion script. */
export const shells = ['bash', 'zsh', 'fish'] as const

const programs = ['specimen', 'specimen-host'] as const

interface Forms {
  readonly [command: string]: CommandForm
}

/** Returns the script by which a shell completes commands, options and values without a process. */
export function writeCompletion(shell: (typeof shells)[number], forms: Forms): string {
  return { bash: writeBash, zsh: writeZsh, fish: writeFish }[shell](forms)
}

/** The completions of a value: some words, files, folders, or none. */
type Values = readonly string[] | 'folders' | 'files' | 'anything'

function toValues(placeholder: string, choices?: readonly string[]): Values {
  if (choices) return choices
  const isFolder = placeholder.startsWith('DIR')
  return isFolder ? 'folders' : placeholder === 'FILE' ? 'files' : 'anything'
}

/** Returns null for a switch, which takes no value. */
function toOptionValues(option: Option): Values | null {
  if (option.kind === 'switch') return null
  return toValues(option.placeholder, option.kind === 'text' ? option.choices : undefined)
}

function toArgumentValues({ argument }: CommandForm): Values {
  return argument ? toValues(argument.name.toUpperCase(), argument.choices) : 'anything'
}

const commandWords = (forms: Forms): string[] => [...Object.keys(forms), 'help', 'version']

function writeBash(forms: Forms): string {
  const offer = (values: Values): string => {
    if (typeof values !== 'string') return `_specimen_reply -W $'${values.join('\\n')}'`
    return { folders: '_specimen_reply -d', files: '_specimen_reply -f', anything: ':' }[values]
  }
  const cases = Object.entries(forms).flatMap(([name, form]) => {
    const flags = listOptions(form)
    const words = offer([...flags.map(([flag]) => `--${flag}`), '--help'])
    return [
      ...flags.flatMap(([flag, option]) => {
        const values = toOptionValues(option)
        return values === null ? [] : [`    '${name} --${flag}') ${offer(values)} ;;`]
      }),
      `    '${name} '*) if [[ $word == -* ]]; then ${words}; else ${offer(toArgumentValues(form))}; fi ;;`,
    ]
  })
  return `# bash completion of specimen
_specimen_reply() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen "$@" -- "$word"))
}
_specimen() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} command=\${COMP_WORDS[1]}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then ${offer([...commandWords(forms), '--help', '--version'])}; return; fi
  case "$command $before" in
${cases.join('\n')}
    'help '*) ${offer(Object.keys(forms))} ;;
  esac
}
complete -o filenames -F _specimen ${programs.join(' ')}
`
}

function writeZsh(forms: Forms): string {
  const action = (values: Values): string => {
    if (typeof values !== 'string') return `(${values.join(' ')})`
    return { folders: '_files -/', files: '_files', anything: ' ' }[values]
  }
  const quote = (text: string): string => text.replace(/[[\]:\\]/g, '\\$&').replaceAll("'", "'\\''")
  const cases = Object.entries(forms).map(([name, form]) => {
    const specs = listOptions(form).map(([flag, option]) => {
      const values = toOptionValues(option)
      const help = quote(option.help)
      return values === null ? `'--${flag}[${help}]'` : `'--${flag}=[${help}]:value:${action(values)}'`
    })
    const place = form.argument?.isList ? '*' : '1'
    const argument = form.argument
      ? [`'${place}:${form.argument.name}:${action(toArgumentValues(form))}'`]
      : []
    const help = "'(-h --help)'{-h,--help}'[explain the command]'"
    return `    ${name}) _arguments ${[help, ...specs, ...argument].join(' ')} ;;`
  })
  const lines = Object.entries(forms).map(([name, { summary }]) => `    '${name}:${quote(summary)}'`)
  return `#compdef ${programs.join(' ')}
# zsh completion of specimen
_specimen() {
  local -a commands=(
${lines.join('\n')}
    'help:explain a command'
    'version:print the version'
  )
  if ((CURRENT == 2)); then _describe command commands; return; fi
  shift words
  ((CURRENT--))
  case $words[1] in
${cases.join('\n')}
    help) _describe command commands ;;
  esac
}
compdef _specimen ${programs.join(' ')}
`
}

function writeFish(forms: Forms): string {
  const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
  const offer = (values: Values): string => {
    if (typeof values !== 'string') return `-fa ${quote(values.join(' '))}`
    return { folders: "-fa '(__fish_complete_directories)'", files: '-F', anything: '-f' }[values]
  }
  const lines = programs.flatMap((program) => [
    `complete -c ${program} -f`,
    ...Object.entries(forms).map(
      ([name, { summary }]) =>
        `complete -c ${program} -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
    ),
    `complete -c ${program} -n __fish_use_subcommand -a help -d 'explain a command'`,
    `complete -c ${program} -n __fish_use_subcommand -s v -l version -d 'print the version'`,
    `complete -c ${program} -n '__fish_seen_subcommand_from help' -a ${quote(Object.keys(forms).join(' '))}`,
    `complete -c ${program} -s h -l help -d 'explain the command'`,
    ...Object.entries(forms).flatMap(([name, form]) => {
      const seen = `complete -c ${program} -n '__fish_seen_subcommand_from ${name}'`
      const flags = listOptions(form).map(([flag, option]) => {
        const values = toOptionValues(option)
        return `${seen} -l ${flag}${values === null ? '' : ` -r ${offer(values)}`} -d ${quote(option.help)}`
      })
      return [`${seen} ${offer(toArgumentValues(form))}`, ...flags]
    }),
  ])
  return `# fish completion of specimen\n${lines.join('\n')}\n`
}
