export default { title: 'x' }
