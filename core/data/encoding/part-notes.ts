/** Notes on the members that a file of a scene leaves out, part by part. */
import type { DataForm } from '../../contract/domain/result/forms.ts'
import { listSaid } from '../../contract/domain/result/held-members.ts'
import { kinds } from '../../contract/domain/result/kinds.ts'
import type { PartType } from '../../contract/domain/result/result.ts'
import type { PartOutline } from '../../contract/domain/result/stored-result.ts'
import { joinWords, toNouns } from './member-nouns.ts'
import type { PartMembers } from './written-form.ts'
import { writtenForms } from './written-forms.ts'

/** Parts that a sentence names; it counts the others. */
const mostNamed = 8

/** Returns the sentence on what a form leaves out, and which other forms have it. */
export function sayLeftOut(form: DataForm, what: string, wholes: readonly DataForm[]): string {
  // The name of a format keeps its letters, as glTF.
  const title = writtenForms[form].title.replace(/^a/, 'A')
  const others = joinWords(wholes.map((other) => writtenForms[other].title))
  const has = wholes.length > 1 ? 'have' : 'has'
  return `${title} leaves out ${what}; ${others} ${has} all.`
}

/** Returns whether the file of a scene has a place for a kind of part. */
export function holdsPart(form: DataForm, type: PartType): boolean {
  const members = findPartMembers(form)
  return members === undefined || members[type] !== undefined
}

/** Returns what a form leaves out of a scene's parts: whole ones, and members of others. */
export function sayParts(parts: readonly PartOutline[], form: DataForm): readonly string[] {
  const members = findPartMembers(form)
  if (members === undefined) return []
  const wholes = kinds.scene.forms.filter((other) => findPartMembers(other) === undefined)
  const gone = parts.filter(({ type }) => members[type] === undefined)
  const less = parts.flatMap((part) => {
    const held = members[part.type]
    const names =
      held === undefined || held === 'all' ? [] : listSaid(part).filter((of) => !held.includes(of))
    return names.length > 0 ? [`the ${toNouns(names)} of ${part.name}`] : []
  })
  const said = [gone.map(({ name, type }) => `${name} (${type.replace('_', ' ')})`), less]
  return said.filter((list) => list.length > 0).map((list) => sayLeftOut(form, shorten(list), wholes))
}

function shorten(words: readonly string[]): string {
  if (words.length <= mostNamed) return joinWords(words)
  return joinWords([...words.slice(0, mostNamed), `${words.length - mostNamed} more`])
}

/** A form that is none of a scene's holds no part. */
function findPartMembers(form: DataForm): PartMembers | undefined {
  const entry = writtenForms[form]
  return 'parts' in entry ? entry.parts : undefined
}
