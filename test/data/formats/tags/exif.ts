/** An Exif block that names one orientation: 6, turned by a quarter against the clock (TIFF 6.0, tag 274). */
export const exifOfRotation = 'II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0'
/** The same in XMP, as exiftool writes it. */
export const xmpOfRotation = '<rdf:Description><tiff:Orientation>6</tiff:Orientation></rdf:Description>'
