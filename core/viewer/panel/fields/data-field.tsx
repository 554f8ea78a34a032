/** A reference to data: what it leads to, a list of what fits, a file of one's own, and the way inside. */
import { useRef, useState } from 'preact/hooks'
import type { Json } from '../../../contract/values/json.ts'
import { useBring } from '../data/bring-state.ts'
import { describeRef, findOption, readFile, readRef, toOptionRef } from '../data/data-catalog.ts'
import type { OfferedData, PanelData } from '../data/panel-data.ts'
import type { Row } from '../panel-model.ts'
import { findNearest } from '../rows/row-values.ts'
import { isSame, readAt } from '../values.ts'
import { describeRowValue } from '../words.ts'
import { DataList, type ListedData } from './data-list.tsx'
import type { FieldProps } from './field.ts'
import { FieldIcon } from './icon.tsx'
import { BringLine, DropPlace, FileButton } from './own-file.tsx'

type DataProps = FieldProps<'data'> & {
  readonly data: PanelData | null
  readonly problems: ReadonlyMap<string, readonly string[]>
  /** Shows the rows of the function that a row refers to, in place of these. */
  readonly onEnter: (row: Row) => void
}

/** A button with the chosen data, which opens the list, and below it the way to the function's parameters. */
export function DataField(props: DataProps) {
  const { row, field, value, control, ids, isInvalid, data } = props
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const settle = (next: Json | undefined): void => {
    if (!isSame(next, toShort(value))) control.settle(row.pointer, next)
  }
  const own = data?.own ?? null
  const { state, take } = useBring(own?.bring ?? null, field.kinds, (brought) => {
    if (isSame(brought.value, value)) own?.onAgain()
    else settle(brought.value)
  })
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  const chosen = findOption(field.options, value)
  const takeChosen = (files: readonly File[]): void => {
    if (files.length === 0) return
    close()
    take(files)
  }
  return (
    <DropPlace onFiles={own && take}>
      <button
        ref={button}
        type="button"
        class="panel-data-chosen"
        aria-expanded={isOpen}
        aria-controls={`${ids.input}-list`}
        aria-labelledby={`${ids.label} ${ids.input}`}
        aria-describedby={ids.texts}
        aria-invalid={isInvalid}
        onClick={() => setOpen(!isOpen)}
      >
        {chosen && <span class="panel-data-picture">{data?.draw(chosen.entry)}</span>}
        <bdi id={ids.input}>{toName(props)}</bdi>
        <FieldIcon name="down" />
      </button>
      {isOpen && (
        <DataList
          id={`${ids.input}-list`}
          label={row.label}
          listed={listData(props)}
          problem={data?.catalog.value.problem ?? null}
          onPick={(next) => {
            close()
            settle(next)
          }}
          onClose={close}
        >
          {own && <FileButton label="Own file …" onFiles={takeChosen} />}
        </DataList>
      )}
      <BringLine state={state} />
      {own && state === null && <Missing {...props} onFiles={take} />}
      <InnerWay {...props} />
    </DropPlace>
  )
}

function toName({ row, field, value }: DataProps): string {
  return describeRef(value, field) ?? (row.isRequired && value === undefined ? 'Choose one' : 'None')
}

/** Says that the host does not have a file, and takes it once more. */
function Missing(props: DataProps & { readonly onFiles: (files: readonly File[]) => void }) {
  const { field, value, ids, onFiles } = props
  const file = readFile(value)
  if (!file || field.files.get(file.file) !== null) return null
  const id = `${ids.input}-missing`
  return (
    <>
      <p class="panel-problem" role="alert" id={id} dir="auto">
        {describeRef(value, field)} is not here any more: drop it again.
      </p>
      <FileButton label="Choose it again …" describedBy={id} onFiles={onFiles} />
    </>
  )
}

function toShort(value: Json | undefined): Json | undefined {
  const ref = readRef(value)
  return ref
    ? toOptionRef({
        entry: ref,
        ...(ref.part !== undefined && { part: ref.part }),
      })
    : value
}

/** Returns what may be chosen: none where there may be none, what is at hand, and what the host has. */
function listData({ field: { none, kinds, options }, value, data }: DataProps): readonly ListedData[] {
  const chosen = findOption(options, value)
  const bare = { picture: null, note: '' }
  const nothing = {
    ...bare,
    key: '',
    label: 'None',
    value: none?.value,
    isChosen: readRef(value) === null && readFile(value) === null,
  }
  const toListed = (offered: OfferedData): ListedData => ({
    ...bare,
    ...offered,
    key: JSON.stringify(offered.value),
    isChosen: readFile(value) !== null && readFile(value)?.file === readFile(offered.value)?.file,
  })
  const atHand = [...(data?.shown.value ?? []), ...(data?.own?.files.value ?? [])]
  const listed = options.map((option) => ({
    ...bare,
    key: JSON.stringify([option.entry.id, option.part]),
    label: option.label,
    value: toOptionRef(option),
    isChosen: option === chosen,
    picture: data?.draw(option.entry),
  }))
  const fitting = atHand.filter(({ kind }) => kinds.includes(kind)).map(toListed)
  return [...(none ? [nothing] : []), ...fitting, ...listed]
}

/** The way to the parameters of the function that is referred to, with those that differ and are refused. */
function InnerWay({ row, field, value, problems, control, onEnter }: DataProps) {
  const rows = field.rows(value).filter((inner) => inner.field.kind !== 'fixed')
  if (rows.length === 0) return null
  const { current } = control.read()
  const within = `${row.pointer}/inputs/`
  const refused = [...problems].flatMap(([pointer, sentences]) => {
    const inner = pointer.startsWith(within) ? findNearest(rows, current, pointer) : null
    return inner ? [`${inner.label}: ${sentences.join(' ')}`] : []
  })
  const changed = rows.flatMap((inner) => {
    const own = readAt(current, inner.pointer)
    return isSame(own, inner.initial) ? [] : [`${inner.label} ${describeRowValue(inner, own)}`]
  })
  return (
    <>
      <button
        type="button"
        class="panel-data-enter"
        data-level={row.pointer}
        aria-invalid={refused.length > 0}
        onClick={() => onEnter(row)}
      >
        <span>
          Parameters of <bdi>{describeRef(value, field)}</bdi>
          {changed.length > 0 && <small dir="auto">{changed.join(', ')}</small>}
        </span>
        <FieldIcon name="into" />
      </button>
      {refused.length > 0 && (
        <p class="panel-problem" role="alert">
          {refused.join(' ')}
        </p>
      )}
    </>
  )
}
