import { createHash } from 'node:crypto'

/** The style of the page at `/docs`: one column on a telephone, two on a screen; light and dark. */
export const style = `
:root { color-scheme: light dark; --text: #1f2328; --soft: #59636e; --line: #d1d9e0; --ground: #fff;
  --code: #f6f8fa; --get: #0b57b7; --post: #1a7f37; --delete: #c01c28 }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --soft: #9aa5b1; --line: #30363d; --ground: #0d1117; --code: #161b22;
    --get: #6cb2ff; --post: #4ac26b; --delete: #ff7b72 }
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--text); background: var(--ground) }
a, summary { color: var(--get); text-decoration: none }
a:hover, p a, td a { text-decoration: underline }
summary { cursor: pointer }
:focus-visible { outline: 2px solid var(--get); outline-offset: 2px }
.page { max-width: 76rem; margin: 0 auto; padding: 0 1rem 4rem }
main { min-width: 0 }
h1 { margin: 2rem 0 .5rem; font-size: 1.75rem; line-height: 1.2 }
h1 small { font-size: 1rem; font-weight: 400 }
h2 { margin: 3rem 0 .5rem; padding-bottom: .3rem; font-size: 1.35rem; border-bottom: 1px solid var(--line) }
h3 { margin: 2.5rem 0 .25rem; font-size: 1rem; overflow-wrap: anywhere }
p { margin: .5rem 0; max-width: 46rem }
small { color: var(--soft); font-size: .8125rem }
code, pre { font: .875rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace }
:not(pre) > code { overflow-wrap: anywhere }
pre { margin: .75rem 0; padding: .75rem 1rem; overflow-x: auto; background: var(--code);
  border: 1px solid var(--line); border-radius: 6px }
.wide { overflow-x: auto; margin: .75rem 0 }
table { border-collapse: collapse; width: 100%; font-size: .9375rem }
th, td { padding: .35rem 1rem .35rem 0; text-align: left; vertical-align: top; font-weight: 400;
  border-bottom: 1px solid var(--line) }
thead th { color: var(--soft); font-size: .8125rem }
tbody th { white-space: nowrap }
td small, th small { display: block; overflow-wrap: anywhere }
.method { display: inline-block; min-width: 3.5rem; margin-right: .25rem; padding: .05rem .4rem;
  border: 1px solid; border-radius: 4px; text-align: center;
  font: 600 .75rem/1.5 ui-monospace, monospace; color: var(--get) }
.post { color: var(--post) }
.delete { color: var(--delete) }
nav { font-size: .9375rem }
nav ul { list-style: none; margin: 0; padding: 0 }
nav > ul { display: flex; flex-wrap: wrap; gap: .35rem 1.25rem; padding: .75rem 0;
  border-bottom: 1px solid var(--line) }
nav li ul { display: none }
nav .verb { display: inline-block; min-width: 3rem; color: var(--soft); font-size: .6875rem }
@media (min-width: 64rem) {
  .page { display: grid; grid-template-columns: 16rem minmax(0, 1fr); gap: 3rem }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 2rem 0 }
  nav > ul { display: block; padding: 0; border: 0 }
  nav > ul > li { margin-bottom: .6rem }
  nav > ul > li > a { font-weight: 600; color: var(--text) }
  nav li ul { display: block; padding: .15rem 0 .25rem }
  nav li li { padding: .1rem 0; font: .8125rem/1.5 ui-monospace, monospace }
}
button { margin: .5rem 0; padding: .25rem .9rem; font: inherit; font-size: .875rem; color: var(--get);
  background: var(--ground); border: 1px solid var(--line); border-radius: 6px; cursor: pointer }
button:hover { border-color: var(--get) }
.try { margin: .75rem 0; padding: .25rem 1rem 1rem; border: 1px solid var(--line); border-radius: 6px }
.try label { display: block; margin-top: .6rem; font-size: .8125rem; color: var(--soft) }
.try input, .try textarea { display: block; width: 100%; padding: .35rem .5rem; color: var(--text);
  background: var(--ground); border: 1px solid var(--line); border-radius: 4px;
  font: .875rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace }
.try textarea { min-height: 6rem; resize: vertical }
.answer pre { max-height: 24rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere }
.answer img { display: block; max-width: 100%; margin: .5rem 0 }
@media (max-width: 40rem) { th, td { padding-right: .5rem } td code { font-size: .8125rem } }
@media print { nav { display: none } }`

/** Returns the policy of the page: it has its own style and script, and asks this host alone. */
export function toContentPolicy(script: string): string {
  return [
    "default-src 'none'",
    `style-src '${toHash(style)}'`,
    `script-src '${toHash(script)}'`,
    "connect-src 'self'",
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function toHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
