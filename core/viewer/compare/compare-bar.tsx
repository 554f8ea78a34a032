import { Icon, type IconName } from '../parts/icon.tsx'

interface CompareBarProps {
  readonly isLinked: boolean
  readonly wipe: number | null
  readonly onLinked: (isLinked: boolean) => void
  readonly onWipe: ((at: number | null) => void) | null
  readonly onAdd: (() => void) | null
}

/** The tools of a comparison. Those without a callback are not there. */
export function CompareBar(props: CompareBarProps) {
  const { isLinked, wipe, onLinked, onWipe, onAdd } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div class="compare-bar" role="group" aria-label="Comparison">
      <Tool icon="link" label="Link cameras" isOn={isLinked} onClick={() => onLinked(!isLinked)} />
      {onWipe && (
        <Tool
          icon="wipe"
          label="Wipe"
          isOn={wipe !== null}
          onClick={() => onWipe(wipe === null ? 0.5 : null)}
        />
      )}
      {onAdd && <Tool icon="add" label="Add a view" onClick={onAdd} />}
    </div>
  )
}

interface ToolProps {
  readonly icon: IconName
  readonly label: string
  readonly isOn?: boolean
  readonly onClick: () => void
}

function Tool(props: ToolProps) {
  return (
    <button type="button" class="chip" aria-pressed={props.isOn} onClick={props.onClick}>
      <Icon name={props.icon} />
      {props.label}
    </button>
  )
}
