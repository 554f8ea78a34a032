import type { StepBudget } from '../step-budget.ts'
import type { VolumeGrid } from '../volume/array-volume.ts'
import type { TiffPage } from './tiff-pages.ts'

/** A plane of samples: a page, or one of several that stand one behind the other from its first strip on. */
export interface TiffPlane {
  readonly page: TiffPage
  readonly place: number
}

/** Values that a program computes from samples: `offset + factor * sample`. */
export interface Calibration {
  readonly offset: number
  readonly factor: number
}

/** The pages of a file as volumes. */
export interface StackPlan {
  /** Those of each volume, slice by slice; all volumes have as many. */
  readonly volumes: readonly (readonly TiffPlane[])[]
  /** Planes that each page has. */
  readonly planesOfPage: number
  readonly grid: VolumeGrid
  readonly calibration?: Calibration | undefined
  readonly valueUnit?: string | undefined
  /** Sentences on what is left out. */
  readonly notes: readonly string[]
}

/** The pages that can be planes of one volume, and the first of them. */
export interface PlanSource {
  readonly first: TiffPage
  /** Pages of the size of the first. */
  readonly equal: readonly TiffPage[]
  /** All pages, as OME counts them. */
  readonly all: readonly TiffPage[]
  /** Slices that the first page has by itself (ImageDepth). */
  readonly depth: number
  readonly step: StepBudget['step']
}

/** An axis of the planes and its length. */
export type PlaneAxis = readonly [name: string, size: number]
