const install = `      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: npm install`

/** Finds errors inside functions, which the build does not look for. */
const typescript = '^7.0.2'

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
        check: 'specimen check',
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
    '.gitignore': 'node_modules\ndist\n',
    '.github/workflows/plugins.yml': workflow,
    '.github/workflows/pages.yml': pagesWorkflow,
  }
}

/**
 * Builds, looks for type errors, runs the plugins' tests, and on a pull request compares the schemas with
 * those of the target branch. Bundles are not in the repository, so there is nothing else to compare them
 * with.
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
      - run: npx specimen-host build --format github
      - run: npm run types
      - run: npm test
      - if: github.event_name == 'pull_request'
        run: npx specimen-host check --against "origin/$GITHUB_BASE_REF" --format github
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
      - run: npx specimen-host export --single preview.html
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
      - run: npx specimen-host export dist/site
      - uses: actions/upload-pages-artifact@v3
        with: { path: dist/site }
      - uses: actions/deploy-pages@v4
`

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
