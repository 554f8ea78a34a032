import type { Display } from '../../../contract/look/display.ts'
import { type DrawnLabel, nameLabels } from '../../../contract/look/labels.ts'
import { findPartLook } from '../../../contract/look/part-look.ts'
import { formatNumber } from '../../../contract/look/ticks.ts'
import { toShownText } from '../../../contract/text/visible-text.ts'
import type {
  Prepared,
  PreparedPart,
  PreparedScenePart,
  ValueRange,
} from '../../../data/prepared/prepared.ts'
import { ColorBar } from '../../color-bar/color-bar.tsx'
import { describePlace } from '../../data/describe-place.ts'
import type { Hit } from '../../stage/hit.ts'
import {
  type ChangedContent,
  findChosenPart,
  toChosenContent,
  toPartTitle,
  withPartTitle,
} from '../model/chosen-part.ts'
import { type Meaning, titleValues, toMeaning, withUnit } from '../model/meaning.ts'
import { listPartRows } from '../settings/part-rows.ts'
import { Swatch } from './swatch.tsx'
import { findBar, findShownLabels, hasOwnColors } from './value-bar.ts'

/** A content, and the part of a scene whose values are said; null for the usual one. */
interface LegendProps extends ChangedContent {
  readonly chosen: string | null
}

/** The legend below a picture: the parts of a scene that are shown, and the meaning of colours. */
export function Legend({ chosen, ...content }: LegendProps) {
  const { prepared, display } = content
  const part = findChosenPart(prepared, chosen)
  const isShown = part === null || findPartLook(part, display.parts).isShown
  const legend = isShown && drawLegend(toChosenContent(content, chosen), part)
  const names = prepared.type === 'scene' && <PartNames parts={prepared.parts} display={display} />
  if (!names && !legend) return null
  return (
    <div class="legend">
      {names}
      {legend}
    </div>
  )
}

interface PartNamesProps {
  readonly parts: readonly PreparedScenePart[]
  readonly display: Display
}

/** The names of the parts that are shown, with their colours and what lets light through. */
function PartNames({ parts, display }: PartNamesProps) {
  const rows = listPartRows(parts, display).filter(({ isShown }) => isShown)
  return (
    <ul class="label-list part-names" aria-label="Shown parts">
      {rows.map(({ part, title, colors, opacity }) => (
        <li key={part.name}>
          <Swatch colors={colors} />
          <span dir="auto">{title}</span>
          {opacity < 1 && <small>{`${Math.round(100 * opacity)} %`}</small>}
        </li>
      ))}
    </ul>
  )
}

/** Returns the colours with their numbers, or the author's words on own colours; null for neither. */
function drawLegend(content: ChangedContent, part: PreparedScenePart | null) {
  const { prepared, display, meaning, onDisplay } = content
  const { legend } = meaning
  const labels = findShownLabels(content)
  if (labels) {
    const title = withPartTitle(part, titleValues(meaning))
    return <LabelList labels={labels} legend={legend} title={title} />
  }
  const bar = findBar(content)
  if (bar) {
    const { isWindow, ...shown } = bar
    const onWindow = (window: ValueRange): void => onDisplay({ window })
    return <ColorBar {...shown} title={withPartTitle(part, bar.title)} {...(isWindow && { onWindow })} />
  }
  return hasOwnColors(prepared, display) && legend !== '' ? <p dir="auto">{legend}</p> : null
}

/** Labels that are listed below a picture: more would be longer than the page. */
const mostListed = 60

interface LabelListProps {
  readonly labels: readonly DrawnLabel[]
  readonly legend: string
  readonly title: string
}

/** The labels of a content: the colour, the value, the name and the number of samples of each. */
function LabelList(props: LabelListProps) {
  const { labels, legend, title } = props
  const names = nameLabels(labels, legend)
  const left = labels.length - mostListed
  return (
    <>
      {title !== '' && <p dir="auto">{title}</p>}
      <ul class="label-list" aria-label="Labels">
        {labels.slice(0, mostListed).map(({ value, color, count }) => (
          <li key={value}>
            <i style={{ background: `rgb(${color.join(' ')})` }} />
            <span>
              {value} {toShownText(names.get(value) ?? '')}
            </span>
            <small>{count.toLocaleString('en')}</small>
          </li>
        ))}
      </ul>
      {left > 0 && <p>{`and ${left.toLocaleString('en')} more`}</p>}
    </>
  )
}

interface ReadOutProps {
  readonly hit: Hit
  readonly prepared: Prepared
  readonly meaning: Meaning
}

/** The place under the pointer and the values there, in words and numbers. */
export function ReadOut(props: ReadOutProps) {
  return <output class="read-out">{describeHit(props.hit, props.prepared, props.meaning)}</output>
}

function describeHit(hit: Hit, prepared: Prepared, meaning: Meaning): string {
  const where = describePlace(prepared, hit.placeInData ?? hit.place, meaning.unit)
  if (prepared.type !== 'scene') return describeOwn(hit, prepared, { meaning, where })
  const part = prepared.parts.find(({ name }) => name === hit.part)
  if (!part) return where
  const own = describeOwn(hit, part.prepared, { meaning: toMeaning({}, part.prepared), where })
  return `${toPartTitle(part)}${hit.placeInData ? ' (moved)' : ''}: ${own}`
}

/** The meaning of a hit's values, and its place in words. */
interface HitWords {
  readonly meaning: Meaning
  readonly where: string
}

function describeOwn({ values, index }: Hit, prepared: PreparedPart, { meaning, where }: HitWords): string {
  const { valueName, valueUnit, legend } = meaning
  if (prepared.type === 'labels') {
    const text = toShownText(prepared.result.texts[index[0] ?? 0] ?? '')
    return `${where}  ${text}`.trim()
  }
  if (prepared.type === 'table') return `${where}  row ${(index[0] ?? 0) + 1}`
  if (prepared.type !== 'image' && prepared.labels && values.length > 0) {
    const [value = 0] = values
    const name = nameLabels(prepared.labels.list, legend).get(value) ?? ''
    return `${where}  label ${value} ${toShownText(name)}`.trim()
  }
  const numbers = withUnit(values.map((value) => formatNumber(value)).join(', '), valueUnit)
  const named = `${valueName === '' ? 'value' : valueName} ${numbers}`
  if (prepared.type === 'image') return `${index.join(', ')}: ${valueName === '' ? numbers : named}`
  return values.length === 0 ? where : `${where}  ${named}`
}
