/** Lines that are more than one pixel wide, in CSS pixels. */
import { LineMaterial } from 'three/addons/lines/LineMaterial.js'
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js'
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js'
import type { Vector3 } from '../state/display.ts'

/** A line from one place to another. */
export type Segment = readonly [from: Vector3, to: Vector3]

/** How lines are drawn. */
export interface LineStyle {
  readonly color: number
  readonly width: number
  readonly opacity?: number
  /** Whether what is in front hides them. */
  readonly isHidden: boolean
}

/** Returns lines as one object of three. */
export function drawLines(segments: readonly Segment[], style: LineStyle): LineSegments2 {
  const geometry = new LineSegmentsGeometry()
  geometry.setPositions(new Float32Array(segments.flat(2)))
  const material = new LineMaterial({
    color: style.color,
    linewidth: style.width,
    transparent: true,
    opacity: style.opacity ?? 1,
    depthTest: style.isHidden,
    depthWrite: false,
  })
  const lines = new LineSegments2(geometry, material)
  lines.frustumCulled = false
  return lines
}

/** Frees what {@link drawLines} made. */
export function freeLines({ geometry, material }: LineSegments2): void {
  geometry.dispose()
  material.dispose()
}
