import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { parseProcessStat } from '../engine/run/process-stat.ts'
import { listOptions } from './command-form.ts'
import { commandNames, getForm } from './commands.ts'

const secretFlags = new Set(
  commandNames
    .flatMap((name) => listOptions(getForm(name)))
    .filter(([, option]) => 'isSecret' in option && option.isSecret)
    .map(([flag]) => `--${flag}`),
)

/**
 * Hides this process's environment and the secrets among its arguments from other programs of the same user,
 * which could read them in `/proc/<pid>`. `process.env` and `process.argv` keep all.
 *
 * The kernel shows the memory that the process was started with, so the variables are copied first and that
 * memory is then filled with zeros, for 1 ms of processor time. A machine without such files needs nothing.
 * Protection from tracing needs native code: `kernel.yama.ptrace_scope` is for that.
 */
export function hideSecrets(): void {
  if (process.platform !== 'linux') return
  const shown = hideArguments(process.argv)
  if (shown.some((argument, index) => argument !== process.argv[index])) process.title = shown.join(' ')
  hideEnvironment()
}

/** Returns arguments with a star for the value of each secret option. */
export function hideArguments(all: readonly string[]): string[] {
  return all.map((argument, index) => {
    const [flag = ''] = argument.split('=', 1)
    if (argument !== flag && secretFlags.has(flag)) return `${flag}=*`
    return secretFlags.has(all[index - 1] ?? '') ? '*' : argument
  })
}

function hideEnvironment(): void {
  const place = findEnvironment()
  if (!place) return
  for (const [name, value] of Object.entries(process.env)) process.env[name] = value
  let memory: number | undefined
  try {
    memory = openSync('/proc/self/mem', 'r+')
    writeSync(memory, Buffer.alloc(place.length), 0, place.length, place.start)
  } catch {
    // The kernel reserves these files of some processes for root, such as a Node with capabilities of its
    // own; other programs of this user cannot read them then. A failure here keeps no host from starting.
  } finally {
    if (memory !== undefined) closeSync(memory)
  }
}

/** Returns the memory range of the initial environment; undefined when the kernel does not report it. */
function findEnvironment(): { readonly start: number; readonly length: number } | undefined {
  // The 50th and 51st of all.
  const fields = parseProcessStat(readFileSync('/proc/self/stat', 'utf8'))
  const [start, end] = [Number(fields[47]), Number(fields[48])]
  return start > 0 && end > start ? { start, length: end - start } : undefined
}
