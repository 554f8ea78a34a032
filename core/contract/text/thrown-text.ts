import { describe } from './describe.ts'

/** Members that say what happened, of errors and of the plain objects that some libraries throw. */
const spoken = ['message', 'exception', 'error', 'reason']

/** Returns what was thrown in words: an error's message, a text, or what an object says. Never throws. */
export function toThrownText(thrown: unknown): string {
  try {
    if (typeof thrown === 'string' && thrown.trim() !== '') return thrown
    if (typeof thrown !== 'object' || thrown === null) return describe(thrown)
    for (const name of spoken) {
      const member: unknown = Reflect.get(thrown, name)
      const text = member instanceof Error ? member.message : member
      if (typeof text === 'string' && text.trim() !== '') return text
    }
    return thrown instanceof Error ? thrown.name : describe(thrown)
  } catch {
    return 'a value that cannot be read' // a getter or a proxy has thrown in turn
  }
}
