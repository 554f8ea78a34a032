import { byteExtensions, textExtensions } from '../bundle/asset-kinds.ts'

const install = `      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: npm install`

/** Finds errors inside functions, which the build does not look for. */
const typescript = '^7.0.2'

/** Texts that plugins import are part of their bundles, and line ends of a machine would be. */
const attributes = [
  ...textExtensions.map((extension) => `*${extension} text eol=lf\n`),
  ...byteExtensions.map((extension) => `*${extension} binary\n`),
].join('')

/** Returns the files of a new repository by path; `host` is a range of versions, or `file:` and a path. */
export function writeProject(name: string, host: string): { readonly [path: string]: string } {
  return {
    'package.json': toJson({
      name,
      version: '0.1.0',
      private: true,
      type: 'module',
      scripts: {
        dev: 'specimen dev',
        build: 'specimen build',
        check: 'specimen check --run',
        diff: 'specimen diff',
        export: 'specimen export',
        test: 'specimen build && node --test plugins/**/*.test.mjs',
        types: 'tsc',
      },
      devDependencies: { 'specimen-host': host, typescript },
    }),
    'tsconfig.json': toJson({
      compilerOptions: {
        target: 'es2023',
        lib: ['es2023', 'dom'],
        types: [],
        module: 'esnext',
        moduleResolution: 'bundler',
        resolveJsonModule: true,
        allowImportingTsExtensions: true,
        noEmit: true,
        strict: true,
        skipLibCheck: true,
      },
      include: ['plugins'],
    }),
    '.gitignore': 'node_modules\ndist\npreview.html\nspecimen-diff.html\n',
    '.gitattributes': attributes,
    '.github/workflows/plugins.yml': workflow,
    '.github/workflows/pages.yml': pagesWorkflow,
  }
}

/**
 * Builds, looks for type errors, runs the plugins' tests and each function, and on a pull request compares
 * the schemas with those of the target branch, and the pictures of results. The scripts of package.json
 * name the installed program, where npx may ask a registry for one.
 */
const workflow = `name: plugins
on:
  push: { branches: [main] }
  pull_request:
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with: { fetch-depth: 0 }
${install}
      - run: npm run build -- --format github
      - run: npm run types
      - run: npm test
      - run: npm run check -- --format github
      - if: github.event_name == 'pull_request'
        run: npm run check -- --against "origin/$GITHUB_BASE_REF" --format github
  diff:
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with: { fetch-depth: 0 }
${install}
      - run: npm run diff -- "origin/$GITHUB_BASE_REF"
      - if: always()
        uses: actions/upload-artifact@v4
        with: { name: diff, path: specimen-diff.html, if-no-files-found: ignore }
`

/**
 * Publishes the exported page, and keeps one file as the preview of a pull request: pages have one version
 * only, and the token of a pull request from elsewhere may not write.
 */
const pagesWorkflow = `name: pages
on:
  push: { branches: [main] }
  pull_request:
jobs:
  preview:
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
${install}
      - run: npm run export -- --single preview.html
      - uses: actions/upload-artifact@v4
        with: { name: preview, path: preview.html }
  publish:
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    permissions: { contents: read, pages: write, id-token: write }
    environment: { name: github-pages }
    steps:
      - uses: actions/checkout@v4
${install}
      - run: npm run export -- dist/site
      - uses: actions/upload-pages-artifact@v3
        with: { path: dist/site }
      - uses: actions/deploy-pages@v4
`

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
