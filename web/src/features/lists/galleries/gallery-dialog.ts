import { lazyPart } from '../../../ui/lazy-part.tsx'

/** The pictures of the gallery, read when somebody asks for them. */
export const GalleryDialog = lazyPart(() => import('./GalleryDialog.tsx'), 'GalleryDialog')
