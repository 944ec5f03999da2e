/** Styles of one part of a screen, by the names its stylesheet gives them. Which of them there are is held by tests/architecture.test.ts. */
declare module '*.module.css' {
  const styles: Readonly<Record<string, string>>
  export default styles
}
