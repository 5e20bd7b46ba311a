import { fontFile } from './fonts.ts'

interface PdfInput {
  title: string
  author: string
  /** Of the text, as screen readers need it. */
  language: string
  createdAt: Date
}

export type Pdf = Awaited<ReturnType<typeof openPdf>>

const MARGIN = 56

/**
 * Opens an A4 page with the fonts `regular` and `bold`, which cover all languages in Latin script. The text
 * is tagged: pieces are added with `addText`. The library is loaded with the first document.
 */
export async function openPdf({ title, author, language, createdAt }: PdfInput) {
  const { default: PDFDocument } = await import('pdfkit')
  const [regular, bold] = await Promise.all([fontFile('regular'), fontFile('bold')])
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: language,
    info: { Title: title, Author: author, CreationDate: createdAt, ModDate: createdAt },
  })
  doc.registerFont('regular', regular).registerFont('bold', bold)
  const content = doc.struct('Document')
  doc.addStructure(content)
  const done = bytesOf(doc)

  return {
    doc,
    /** Width between the margins, in points. */
    width: doc.page.width - 2 * MARGIN,
    left: MARGIN,
    /** Adds a piece of text for readers of all kinds; `kind` is a structure type of PDF. */
    addText(kind: 'H1' | 'H2' | 'P', write: () => void) {
      content.add(doc.struct(kind, {}, write))
    },
    /** Ends the document and returns the file. */
    end() {
      content.end()
      doc.end()
      return done
    },
  }
}

async function bytesOf(stream: AsyncIterable<unknown>) {
  const chunks: Buffer[] = []
  for await (const chunk of stream)
    if (Buffer.isBuffer(chunk) || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
