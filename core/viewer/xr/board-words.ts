/** The content of the board beside a specimen: what a page says in HTML, which a headset does not show. */
export interface BoardWords {
  readonly title: string
  /** The colours of the values and their numbers; null where colours mean no values. */
  readonly colors: BoardColors | null
  /** The values that can be set, in the order of the panel. */
  readonly rows: readonly BoardRow[]
  /** The state of the work; null while there is none. */
  readonly status: BoardStatus | null
}

/** A colour bar, as that of the page. */
export interface BoardColors {
  /** Name and unit of the values; empty for none. */
  readonly title: string
  /** Four bytes for each of equal parts, from the left. */
  readonly colors: Uint8Array
  /** Numbers below the bar, from the left, each at a percentage of its width. */
  readonly marks: readonly { readonly text: string; readonly percent: number }[]
}

/** A line of the board: words at its left, and at its right what is pressed or dragged. */
export interface BoardRow {
  /** The same for the same row of other words. */
  readonly key: string
  /** The name of the value, small above it. A row without name and value has cells over its whole width. */
  readonly label: string
  readonly value: string
  /** The colour that the value is, as CSS writes it; absent for another value. */
  readonly color?: string
  /** The reason why the value is refused, in place of the name; empty for none. */
  readonly problem: string
  /** Said where nothing can be pressed: `on the page`. */
  readonly hint: string
  /** Stands between the first cell and the others. */
  readonly track: BoardTrack | null
  readonly cells: readonly BoardCell[]
}

/** The track of a slider. Places on it are parts of its length, from 0 to 1. */
export interface BoardTrack {
  readonly part: number
  /** Colours along it, four bytes each; absent for a plain one. */
  readonly colors?: Uint8Array
  readonly drag: (part: number) => void
  /** Called once, when the hand lets go. */
  readonly settle: (part: number) => void
}

/** A button. */
export interface BoardCell {
  readonly label: string
  /** The colour that it stands for, in place of its label; absent for none. */
  readonly color?: string
  /** True for the chosen one of several. */
  readonly isOn: boolean
  readonly isOff: boolean
  readonly press: () => void
}

/** The state of the work in words: an author's own, where there are any. */
export interface BoardStatus {
  readonly text: string
  readonly isFailure: boolean
  /** Progress from 0 to 1; null where it is not known. */
  readonly fraction: number | null
  /** Cancels the work, or tries it again; null where neither is possible. */
  readonly button: BoardCell | null
}

/** All that is on the board. */
export interface BoardFace {
  readonly words: BoardWords
  /** The size of the specimen in the room: `20 : 1`. */
  readonly size: string
  /** The tools above the buttons, which are at the lower edge. */
  readonly tools: readonly BoardCell[]
  readonly buttons: readonly BoardCell[]
}

/** The page of an author's story that is read, as the board beside the other shows it. */
export interface StoryWords {
  /** `2 of 4`; empty for the only page. */
  readonly place: string
  readonly text: string
  /** Null for the only page. */
  readonly back: BoardCell | null
  readonly next: BoardCell | null
  /** Shows what the page pins again; null where it pins nothing. */
  readonly show: BoardCell | null
}
