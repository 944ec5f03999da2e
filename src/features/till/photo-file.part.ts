/** As many pixels as a photo has at most on its longer side. */
const LONGEST_SIDE = 1600
const QUALITY = 0.85

/** A picture as JPEG in base64, made smaller and without anything that is no picture. @throws where the browser cannot open the file */
export const photoOfFile = async (file: Blob): Promise<string> => {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.toDataURL('image/jpeg', QUALITY).split(',')[1] ?? ''
}
