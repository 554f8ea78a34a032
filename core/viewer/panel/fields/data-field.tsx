/** A reference to data: what it leads to, a list of what fits, and the rows of its function. */
import type { VNode } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Json } from '../../../contract/values/json.ts'
import { describeRef, findOption, readRef, toOptionRef } from '../data/data-catalog.ts'
import type { PanelData } from '../data/panel-data.ts'
import type { Row } from '../panel-model.ts'
import { isSame, readAt } from '../values.ts'
import { DataList, type ListedData } from './data-list.tsx'
import type { FieldProps } from './field.ts'
import { FieldIcon } from './icon.tsx'

type DataProps = FieldProps<'data'> & {
  readonly data: PanelData | null
  readonly problems: ReadonlyMap<string, readonly string[]>
  /** Draws a row inside another. */
  readonly draw: (row: Row) => VNode
}

/** A button with the chosen specimen, which opens the list, and below it the specimen's own parameters. */
export function DataField(props: DataProps) {
  const { row, field, value, control, ids, isInvalid, data } = props
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const chosen = findOption(field.options, value)
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  const pick = (next: Json | undefined): void => {
    close()
    if (!isSame(next, toShort(value))) control.settle(row.pointer, next)
  }
  return (
    <div class="panel-data">
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
          onPick={pick}
          onClose={close}
        />
      )}
      <InnerRows {...props} />
    </div>
  )
}

function toName({ row, field, value }: DataProps): string {
  return describeRef(field.options, value) ?? (row.isRequired && value === undefined ? 'Choose one' : 'None')
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

/** Returns what may be chosen, with none first where there may be none. */
function listData({ field: { none, options }, value, data }: DataProps): readonly ListedData[] {
  const chosen = findOption(options, value)
  const nothing = {
    key: '',
    label: 'None',
    value: none?.value,
    isChosen: readRef(value) === null,
    picture: null,
  }
  const listed = options.map((option) => ({
    key: JSON.stringify([option.entry.id, option.part]),
    label: option.label,
    value: toOptionRef(option),
    isChosen: option === chosen,
    picture: data?.draw(option.entry),
  }))
  return none ? [nothing, ...listed] : listed
}

/** The parameters of the function that is referred to: open where one of them differs, or is refused. */
function InnerRows({ row, field, value, problems, draw }: DataProps) {
  const [isOpened, setOpened] = useState<boolean | null>(null)
  const rows = field.rows(value).filter((inner) => inner.field.kind !== 'fixed')
  if (rows.length === 0) return null
  const within = `${row.pointer}/inputs/`
  const isRefused = [...problems.keys()].some((pointer) => pointer.startsWith(within))
  const inputs = readRef(value)?.inputs ?? {}
  const isChanged = rows.some(
    (inner) => !isSame(readAt({ inputs }, inner.pointer.slice(row.pointer.length)), inner.initial),
  )
  const isOpen = isRefused || (isOpened ?? isChanged)
  return (
    <details
      class="panel-data-inner"
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && setOpened(currentTarget.open)}
    >
      <summary>Parameters of {describeRef(field.options, value)}</summary>
      {isOpen && <div class="panel-inner">{rows.map((inner) => draw(inner))}</div>}
    </details>
  )
}
