/** What is wrong with a value in the place of a reference to data, and what to write there. */
import { fileNameLength, nameLength, sayWanted, type WantedData } from '../domain/data-ref.ts'
import { isPartName, partNameRule } from '../domain/result/scene.ts'
import { formatCount } from '../text/count.ts'
import { suggestName } from '../text/suggest.ts'
import { isJsonObject, type Json, type JsonObject } from '../values/json.ts'

/** A fault of a reference, or of one of its members. */
export interface ReferenceFault {
  /** The member at fault; absent for the whole. */
  readonly member?: string
  readonly value: unknown
  /** What is allowed, as the rest of a sentence. */
  readonly allowed: string
}

/** The members of each form of a reference, the one that names it first. */
const forms = [
  ['specimen', 'part'],
  ['process', 'inputs', 'part'],
  ['file', 'name'],
] as const

/** What to do about members that belong to another form. */
const misplaced: { readonly [form: string]: { readonly [member: string]: string } } = {
  specimen: { inputs: 'a specimen has its defaults; write {"process": id, "inputs": {…}} for others' },
  file: {
    part: 'the parts of a file have no address; bring the part as a file of its own',
    inputs: 'a file takes none',
  },
}

/** Returns what is wrong with a value that is no reference to data, as far as its form shows. */
export function findReferenceFault(value: unknown, wanted: WantedData): ReferenceFault {
  if (typeof value === 'string') return { value, allowed: adviseText(value, wanted) }
  if (Array.isArray(value))
    return { value, allowed: `must be one reference to ${sayWanted(wanted)}, without brackets around it` }
  if (!isObject(value)) return { value, allowed: sayForms(wanted) }
  const named = forms.filter(([name]) => Object.hasOwn(value, name))
  const [form] = named
  if (!form) return { value, allowed: sayForms(wanted) }
  if (named.length > 1) {
    const names = named.map(([name]) => name)
    return { value, allowed: `must have one of ${names.join(' and ')}, and has each of them; keep one` }
  }
  const isWhole = wanted.kinds.includes('file')
  if (isWhole && form[0] === 'process') return { value, allowed: sayForms(wanted) }
  const members: readonly string[] = isWhole ? form.filter((member) => member !== 'part') : form
  const other = Object.keys(value).find((member) => !members.includes(member))
  if (other !== undefined) return { member: other, value: value[other], allowed: sayOther(other, members) }
  return findMemberFault(value, members) ?? { value, allowed: sayForms(wanted) }
}

/** Values of parameters are JSON, so that an object's members are. */
function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null
}

/** Says the forms of a reference. */
function sayForms(wanted: WantedData): string {
  const file = '{"file": sha256} to a file of yours, as POST /api/files answers it'
  if (wanted.kinds.includes('file'))
    return `must refer to ${sayWanted(wanted)}, by ${file}, or by {"specimen": id} to that of a specimen`
  const calls = '{"specimen": id} or {"process": id, "inputs": {…}}, for a part of a scene with "part"'
  return `must refer to ${sayWanted(wanted)} by ${calls}, or by ${file}`
}

/** A reference in a text is meant as JSON, as a hash, or as an id. */
function adviseText(text: string, wanted: WantedData): string {
  if (text === '') return sayForms(wanted)
  const meant = parseReference(text)
  if (meant) return `must be the object itself, and not its JSON in a text: ${JSON.stringify(meant)}`
  if (text.length > nameLength) return sayForms(wanted)
  const member = /^[0-9a-f]{64}$/i.test(text) ? 'file' : 'specimen'
  const reference = JSON.stringify({ [member]: member === 'file' ? text.toLowerCase() : text })
  return `must be an object that refers to ${sayWanted(wanted)}: ${reference}`
}

/** Most characters of a text that is read as JSON. */
const readLength = 100

function parseReference(text: string): JsonObject | undefined {
  if (text.length > readLength) return undefined
  try {
    const value: Json = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined // it is meant otherwise
  }
}

function sayOther(member: string, members: readonly string[]): string {
  const [form = '', ...beside] = members
  const advice = Object.hasOwn(misplaced, form) ? misplaced[form]?.[member] : undefined
  if (advice !== undefined) return `must be left out: ${advice}`
  const meant = suggestName(member.slice(0, nameLength), members)
  const others = beside.length > 0 ? `beside ${form} may be ${beside.join(' and ')}` : `${form} is alone`
  return `is no member of a reference by ${form}; ${meant === null ? others : `did you mean ${meant}?`}`
}

function findMemberFault(value: JsonObject, members: readonly string[]): ReferenceFault | undefined {
  for (const member of members) {
    const found = value[member]
    const allowed = found === undefined ? undefined : checkMember(member, found)
    if (allowed !== undefined) return { member, value: found, allowed }
  }
  return undefined
}

/** Returns what a member must be; undefined for one that is right. */
function checkMember(member: string, value: Json): string | undefined {
  switch (member) {
    case 'specimen':
    case 'process':
      return isText(value, nameLength)
        ? undefined
        : `must be the id of a ${member === 'specimen' ? 'specimen' : 'specimen or function'}: ` +
            `a text of 1 to ${nameLength} characters`
    case 'file':
      return sayHash(value)
    case 'name':
      return isText(value, fileNameLength)
        ? undefined
        : `must be the name of the file, a text of 1 to ${fileNameLength} characters, or left out`
    case 'inputs':
      return isJsonObject(value) ? undefined : 'must be an object of parameters by name: {"level": 90}'
    default:
      return typeof value === 'string' && isPartName(value)
        ? undefined
        : `must be the name of one part (${partNameRule}), or left out`
  }
}

function isText(value: Json, length: number): boolean {
  return typeof value === 'string' && value !== '' && value.length <= length
}

function sayHash(value: Json): string | undefined {
  const wanted = 'must be the SHA-256 of the bytes as POST /api/files answers it, 64 digits from 0-9 and a-f'
  if (typeof value !== 'string') return wanted
  if (/^[0-9a-f]{64}$/.test(value)) return undefined
  if (/^[0-9a-f]{64}$/i.test(value)) return `${wanted}: in small letters`
  return value.length === 64 ? wanted : `${wanted}, and has ${formatCount(value.length, 'character')}`
}
