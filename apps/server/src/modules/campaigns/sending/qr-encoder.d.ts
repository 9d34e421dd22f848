declare module 'pdfmake/js/qrEnc.js' {
  type Square = { readonly x: number; readonly y: number };
  const encoder: { measure(node: { qr: string; eccLevel: 'L' | 'M' | 'Q' | 'H'; fit: number }): { _canvas: Square[]; _width: number } };
  export default encoder;
}
