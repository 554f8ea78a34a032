import type { PartColor, PartLook } from '../domain/result/scene.ts'
import type { Display, PartMove, PartSetting, PartValues } from './display.ts'

/** A part of a scene, as far as a view needs it. */
export interface NamedPart {
  readonly name: string
  readonly look?: PartLook
}

/** The look of a part of a scene in a view: what the view sets, else what the part's look says. */
export interface ShownLook {
  readonly isShown: boolean
  /** From 0 (clear) to 1, also of a part that is not shown. */
  readonly opacity: number
  /** In place of the part's own colours; undefined for these, and for those of its values. */
  readonly color: PartColor | undefined
  /** True for a part that no clip plane and no slab cuts. */
  readonly isWhole: boolean
  /** Where the view shows it; undefined for its place in the data. */
  readonly move: PartMove | undefined
  /** In place of those of the view: what is set, else the choice is left to the part's own values. */
  readonly values: Partial<PartValues>
}

/** Returns how a view shows a part of a scene. */
export function findPartLook({ name, look }: NamedPart, settings: Display['parts']): ShownLook {
  const setting = settings?.find((part) => part.name === name)
  return {
    isShown: !(setting?.hidden ?? look?.hidden ?? false),
    opacity: setting?.opacity ?? look?.opacity ?? 1,
    color: setting?.colorBy === 'scalar' ? undefined : (setting?.color ?? look?.color),
    isWhole: setting?.isWhole ?? false,
    move: setting?.move,
    values: {
      window: null,
      colormap: null,
      isInverted: false,
      isovalue: null,
      ...pickValues(setting),
    },
  }
}

/**
 * Returns the settings with which a view shows the values of a part. Those that belong to the values of one
 * result, and that parts do not have, are left to the part's own.
 */
export function toPartDisplay(display: Display, { values }: ShownLook): Display {
  return {
    ...display,
    surfaceColors: null,
    scale: null,
    center: null,
    opacity: null,
    slices: null,
    ...values,
  }
}

/** A change of what a view sets of a part; undefined for what is as its look says again. */
export type PartChange = {
  readonly [Name in Exclude<keyof PartSetting, 'name'>]?: PartSetting[Name] | undefined
}

/** Returns what a view sets of parts after a change of one; null where all are as their looks say. */
export function changePart(
  settings: Display['parts'],
  part: NamedPart,
  change: PartChange,
): Display['parts'] {
  const { name } = part
  const before = settings?.find((setting) => setting.name === name)
  const after = keepOwn(part, { ...before, ...change })
  const own = Object.keys(after).length > 0 ? [{ ...after, name }] : []
  const changed = before
    ? (settings ?? []).flatMap((setting) => (setting === before ? own : [setting])) // links keep their order
    : [...(settings ?? []), ...own]
  return changed.length > 0 ? changed : null
}

/** Returns what two views set of parts: of each member that both set, what the second says. */
export function joinParts(
  first: readonly PartSetting[],
  second: readonly PartSetting[],
): readonly PartSetting[] {
  const joined = first.map((part) => ({ ...part, ...second.find(({ name }) => name === part.name) }))
  return [...joined, ...second.filter(({ name }) => !first.some((part) => part.name === name))]
}

/** Returns what differs from the look of a part, and from what suits its values. */
function keepOwn({ look }: NamedPart, setting: PartChange): Omit<PartSetting, 'name'> {
  const usual: PartChange = {
    opacity: 1,
    hidden: false,
    isWhole: false,
    isInverted: false,
    ...look,
  }
  const own = Object.entries(setting).filter(([name, value]) => {
    const isSet = name !== 'name' && value !== undefined && value !== null
    return isSet && JSON.stringify(value) !== JSON.stringify(new Map(Object.entries(usual)).get(name))
  })
  return Object.fromEntries(own)
}

function pickValues(setting: PartSetting | undefined): Partial<PartValues> {
  if (!setting) return {}
  const { name: _, opacity, hidden, color, isWhole, move, ...values } = setting
  return values
}
