/** Styles a screen brings along; the build makes a file of them that is loaded with it. */
declare module '*.css'
