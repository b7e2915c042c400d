<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="tiles" tilewidth="16" tileheight="16" tilecount="4" columns="2">
 <tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile>
 <tile id="1"><objectgroup><object id="1" x="0" y="0"><polygon points="0,16 16,0 16,16"/></object></objectgroup></tile>
</tileset>
