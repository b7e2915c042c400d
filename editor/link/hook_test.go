package link

// MaxClients is how many clients a server takes.
const MaxClients = maxClients
