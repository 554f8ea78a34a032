const paths = {
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5M9 12h6M12 9v6',
  axes: 'M7 17V4M7 17h13M7 17l-4 4M5 6l2-2 2 2M18 15l2 2-2 2',
  box: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  clip: 'M6 4v16M18 4v3M18 10v4M18 17v3M6 6l9 0M6 18l9 0M6 12h7',
  slices: 'M4 5h16v14H4zM12 5v14M4 12h16',
  contrast: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18M12 7l6 0M12 11h8.5M12 15h8',
  enlarge: 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7',
  shrink: 'M20 4l-7 7M13 5v6h6M4 20l7-7M11 19v-6H5',
  distance: 'M4 16L16 4l4 4L8 20zM8 12l2 2M11 9l2 2M14 6l2 2',
  angle: 'M4 19h16M4 19L16 5M13 19a9 9 0 0 0-3-7',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  compare: 'M4 5h6v14H4zM14 5h6v14h-6z',
  link: 'M9 12h6M11 8H8a4 4 0 0 0 0 8h3M13 8h3a4 4 0 0 1 0 8h-3',
  wipe: 'M4 5h16v14H4zM12 2v20M4 16l8-8M4 11l6-6',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  loop: 'M17 3l3 3-3 3M20 6H8a4 4 0 0 0-4 4v1M7 21l-3-3 3-3M4 18h12a4 4 0 0 0 4-4v-1',
  apart: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  add: 'M12 5v14M5 12h14',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  share: 'M10 13a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 11a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  panel: 'M4 5h16v14H4zM15 5v14',
  people: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 19a6 6 0 0 1 12 0M15 5a3 3 0 0 1 0 6M17 14a6 6 0 0 1 4 5',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  lock: 'M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11',
  note: 'M5 4h14v12H11l-4 4v-4H5zM9 8.5h6M9 12h4',
  headset: 'M4 8h16v9h-5l-1.5-2.5h-3L9 17H4zM4 11H2v3h2M20 11h2v3h-2',
  // The same glasses before a room: its floor and a wall are seen.
  glasses: 'M3 9h18v6h-6l-1.5-2h-3L9 15H3zM3 9l2-3M21 9l-2-3M4 20h16M8 20v-2M16 20v-2',
  eye: 'M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  hidden: 'M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12zM5 4l14 16',
  alone: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 3v2M12 19v2M3 12h2M19 12h2',
  putBack: 'M9 6L4 11l5 5M4 11h10a6 6 0 0 1 6 6v2',
  info: 'M12 11v6M12 7.5v.5M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
} as const

/** The name of an icon. */
export type IconName = keyof typeof paths

/**
 * An icon, which screen readers skip: the button around it has the label. The word, a part of that, stands
 * beside it where the view is wide.
 */
export function Icon({ name, word }: { readonly name: IconName; readonly word?: string | undefined }) {
  return (
    <>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d={paths[name]} />
      </svg>
      {word !== undefined && (
        <span class="word" aria-hidden="true">
          {word}
        </span>
      )}
    </>
  )
}
