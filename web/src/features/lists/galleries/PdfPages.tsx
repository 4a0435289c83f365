import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { drawPage, openPdf } from './pdf.ts'

/** Shows the pages of a PDF; each is rendered when it becomes visible. */
export default function PdfPages({ source, onFailed }: { source: string | Blob; onFailed: () => void }) {
  const [pdf, setPdf] = useState<PDFDocumentProxy>()
  useEffect(() => {
    let gone = false
    const opening = openPdf(source)
    opening.then(
      (opened) => {
        if (!gone) setPdf(opened)
      },
      () => {
        if (!gone) onFailed()
      },
    )
    return () => {
      gone = true
      opening.then((opened) => opened.loadingTask.destroy()).catch(() => undefined)
    }
  }, [source, onFailed])
  if (!pdf) return <SkeletonLines lines={8} />
  return Array.from({ length: pdf.numPages }, (_, index) => index + 1).map((number) => (
    <PdfPage key={number} pdf={pdf} number={number} />
  ))
}

function PdfPage({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const { t } = useTranslation('documents')
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        // a page that cannot be rendered stays blank
        drawPage(pdf, number, element, element.clientWidth * window.devicePixelRatio).catch(() => undefined)
      },
      { rootMargin: '400px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [pdf, number])
  return (
    <Box
      component="canvas"
      ref={canvas}
      role="img"
      aria-label={t('preview.page', { page: number, pages: pdf.numPages })}
      width={210}
      height={297}
      sx={{
        display: 'block',
        width: 1,
        maxWidth: 900,
        mx: 'auto',
        mb: 2,
        bgcolor: '#fff',
        border: '1px solid',
        borderColor: 'divider',
      }}
    />
  )
}
