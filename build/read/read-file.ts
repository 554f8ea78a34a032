/** Reads `File<'.csv' | '.pdb'>`: the endings of the files that a parameter takes. */
import { endingRule, isEnding } from '../../core/contract/domain/data-ref.ts'
import type { Refusal, TypeOf } from '../model/signature.ts'
import { ts } from './port.ts'
import { takeError } from './refuse-type.ts'
import { refuseAt, spanOf, type TypePlace, type TypeReader, textOf } from './type-scope.ts'

/** Returns the files that a type takes, or the refusal of its endings. */
export function readFile(reader: TypeReader, type: ts.Type, place: TypePlace): TypeOf<'data'> | Refusal {
  const { checker } = reader.compiler
  const span = spanOf(place)
  const [given] = checker.getTypeArguments(type as ts.TypeReference) // an interface with a parameter is one
  if (!given || given.flags & ts.TypeFlags.String) return { kind: 'data', kinds: ['file'], span }
  const parts = given.isUnion() ? given.types : [given]
  const endings = parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : []))
  const wrong = endings.find((each) => !isEnding(each))
  if (endings.length === parts.length && wrong === undefined)
    return { kind: 'data', kinds: ['file'], endings, span }
  const error = takeError(reader, place)
  if (error) return error
  const meant = wrong === undefined ? undefined : toMeant(wrong)
  const found =
    wrong === undefined
      ? `${textOf(place)} has endings that are no texts.`
      : `"${wrong}" is no ending of files.`
  const remedy = `Write ${meant === undefined ? "File<'.csv'>" : `'${meant}'`}: ${endingRule}.`
  return refuseAt(place, 'type.file', { found, remedy })
}

/** Returns the ending that is meant by `csv` or `*.CSV`; undefined for none. */
function toMeant(text: string): string | undefined {
  const bare = text.toLowerCase().replace(/^[*]?[.]?/, '.')
  return isEnding(bare) ? bare : undefined
}
