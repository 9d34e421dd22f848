export default function ImportWizard(_: { id: string; onId: (id: string) => void; onClose: () => void }) { return null; }
