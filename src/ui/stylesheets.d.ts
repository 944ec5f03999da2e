/** A screen that is loaded by itself may bring its own stylesheet along: `import './report.css'`. */
declare module '*.css'
