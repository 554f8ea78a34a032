/** Compares the parts of scenes: one that is gone or of another kind breaks clients, a new one does not. */
import type { FunctionManifest } from '../../core/contract/domain/manifest.ts'
import { namesParts, type SceneShape } from '../../core/contract/domain/result/returned.ts'
import type { MeaningChange } from './compare-meanings.ts'

/** Returns the changes of a function's parts. */
export function compareParts(old: FunctionManifest, next: FunctionManifest): MeaningChange[] {
  const [before, after] = [old.returns, next.returns]
  if (!before || !after) return [] // the kind of the result has changed, which is said already
  const say = (text: string, effect: MeaningChange['effect']): MeaningChange => ({ at: '', text, effect })
  if (!namesParts(before) || !namesParts(after)) {
    const [was, is] = [describeSet(before), describeSet(after)]
    return was === is ? [] : [say(`It returns ${is}, returned ${was}`, 'breaking')]
  }
  const changed = Object.entries(before.parts).flatMap(([name, kind]) => {
    const now = Object.hasOwn(after.parts, name) ? after.parts[name] : undefined
    if (now === undefined) return [say(`The part ${name} is gone`, 'breaking')]
    if (now !== kind) return [say(`The part ${name} is ${now}, was ${kind}`, 'breaking')]
    const [mayLack, couldLack] = [after, before].map(({ optional = [] }) => optional.includes(name))
    if (mayLack === couldLack) return []
    return mayLack
      ? [say(`The part ${name} may be absent now`, 'breaking')]
      : [say(`The part ${name} is always there now`, 'compatible')]
  })
  const added = Object.keys(after.parts).filter((name) => !Object.hasOwn(before.parts, name))
  return [...changed, ...added.map((name) => say(`The part ${name} is new`, 'compatible'))]
}

function describeSet(shape: SceneShape): string {
  return namesParts(shape)
    ? `the parts ${Object.keys(shape.parts).join(', ')}`
    : `any number of ${shape.each}`
}
