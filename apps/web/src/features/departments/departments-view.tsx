export default function DepartmentsView() { return null; }
