/** Everything on the page. */
export function App() {
  return <main>Specimens</main>
}
