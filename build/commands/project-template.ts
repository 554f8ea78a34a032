import { byteExtensions, textExtensions } from '../bundle/asset-kinds.ts'

/** Actions by their commits, as a tag can be moved. The comment names the version to update from. */
const actions = {
  checkout: 'actions/checkout@11d5960a326750d5838078e36cf38b85af677262 # v4.4.0',
  setupNode: 'actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0',
  uploadArtifact: 'actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2',
  uploadPages: 'actions/upload-pages-artifact@56afc609e74202658d3ffba0e8f6dda462b719fa # v3.0.1',
  deployPages: 'actions/deploy-pages@d6db90164ac5ed86f2b6aed7e0febac5b3c0c03e # v4.0.5',
} as const

const install = `      - uses: ${actions.setupNode}
        with: { node-version: 22 }
      - run: npm install`

/** Finds errors inside functions, which the build does not look for. */
const typescript = '^7.0.2'

/** Types of `process.env` and of Node's modules, as the oldest Node that hosts run on has them. */
const nodeTypes = '^20.19.43'

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
      devDependencies: { '@types/node': nodeTypes, 'specimen-host': host, typescript },
    }),
    'tsconfig.json': toJson({
      compilerOptions: {
        target: 'es2023',
        lib: ['es2023', 'dom'],
        types: ['node'],
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
      - uses: ${actions.checkout}
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
      - uses: ${actions.checkout}
        with: { fetch-depth: 0 }
${install}
      - run: npm run diff -- "origin/$GITHUB_BASE_REF"
      - if: always()
        uses: ${actions.uploadArtifact}
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
      - uses: ${actions.checkout}
${install}
      - run: npm run export -- --single preview.html
      - uses: ${actions.uploadArtifact}
        with: { name: preview, path: preview.html }
  publish:
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    permissions: { contents: read, pages: write, id-token: write }
    environment: { name: github-pages }
    steps:
      - uses: ${actions.checkout}
${install}
      - run: npm run export -- dist/site
      - uses: ${actions.uploadPages}
        with: { path: dist/site }
      - uses: ${actions.deployPages}
`

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
